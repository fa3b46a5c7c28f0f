import { describe, expect, it } from "vitest";
import { beside } from "../src/map/bubble/bubblePlace";
import { clearOf } from "../src/map/bubble/clearPlace";
import { Camera } from "../src/map/camera/camera";
import { found, plain } from "../src/map/camera/findCity";
import { labelsAt, LEAST, MOST, stepsAt } from "../src/map/labels/labels";
import { plaqueLetters, plaquesOf } from "../src/map/labels/plaques";
import { tile } from "../src/map/paint/svgPaths";
import { rowsOf } from "../src/map/paint/routeShapes";
import { hitAt, sceneOf } from "../src/map/scene";
import { neighbour } from "../src/map/keyboard/walk";
import { put } from "../src/app/boards";
import type { OpenView, SeatInfo } from "../src/protocol";
import { position, tiny } from "./board-tiny";

describe("rows", () => {
  it("knows places and ends", () => {
    const double = rowsOf(tiny()).get("a--b-1");
    expect(double?.places.map((place) => place.x)).toEqual([130, 170]);
    expect(double?.ends).toEqual([
      [100, 100],
      [200, 100],
    ]);
  });
});

describe("what lies under a finger", () => {
  const scene = sceneOf(tiny());
  it("is the nearest route, with its twin when that is nearly as near", () => {
    expect(hitAt(scene, 130, 92, 1)).toEqual({ kind: "route", id: "a--b-1", also: [] });
    expect(hitAt(scene, 130, 100, 1)?.also).toHaveLength(1);
  });
  it("is the city on its disc, and around it where no space is under the finger", () => {
    expect(hitAt(scene, 100, 100, 1)).toMatchObject({ kind: "city", id: "a" });
    // a disc of 8 units is 4 pixels: a finger is given 9
    expect(hitAt(scene, 188, 100, 2)).toMatchObject({ kind: "city", id: "b" });
  });
  it("is the route whose space the finger is on, however near a city is", () => {
    expect(hitAt(scene, 184, 93, 2)).toMatchObject({ kind: "route", id: "a--b-1" });
  });
  it("is a route rather than a city beside both, and a city where no route is in reach", () => {
    expect(hitAt(scene, 212, 110, 1)).toMatchObject({ kind: "route", id: "b--c" });
    expect(hitAt(scene, 218, 88, 1, 15)).toMatchObject({ kind: "city", id: "b" });
  });
  it("is nothing beyond the reach, which is in pixels", () => {
    expect(hitAt(scene, 150, 150, 1)).toBeNull();
    expect(hitAt(scene, 150, 150, 4)).toMatchObject({ kind: "route", id: "a--b-2" });
  });
});

describe("camera", () => {
  const camera = (): Camera => {
    const made = new Camera([0, 0, 400, 200], 10);
    made.resize(840, 440);
    return made;
  };
  it("fits the board and stays fitted when the window changes", () => {
    const it = camera();
    expect(it.view.scale).toBeCloseTo((840 - 28) / 400, 2);
    expect(it.toScreen(200, 100)).toEqual([420, 220]);
    it.resize(420, 440);
    expect(it.toScreen(200, 100)).toEqual([210, 220]);
    it.close();
  });
  it("jumps at once where no time is given for the way", () => {
    const it = camera();
    it.go({ x: 0, y: 0, scale: 3 }, 0);
    expect(it.flying).toBe(false);
    it.close();
  });
  it("zooms to the pointer", () => {
    const it = camera();
    const before = it.toPlan(300, 200);
    it.zoom(2, 300, 200);
    const after = it.toPlan(300, 200);
    expect(after[0]).toBeCloseTo(before[0]);
    expect(after[1]).toBeCloseTo(before[1]);
    it.close();
  });
  it("keeps the middle of the screen on the board", () => {
    const it = camera();
    it.pan(9999, -9999);
    expect(it.toPlan(420, 220)).toEqual([0, 200]);
    it.close();
  });
  it("counts what lies over an edge as no room", () => {
    const it = camera();
    it.resize(840, 440, { top: 0, right: 0, bottom: 100, left: 0 });
    expect(it.toScreen(200, 100)).toEqual([420, 170]);
    const foot = it.toPlan(420, 350);
    expect(it.sees([foot[0], foot[1], foot[0], foot[1]])).toBe(false);
    it.close();
  });
  it("goes back to where one looked, also to the whole board in another room", () => {
    const it = camera();
    const whole = it.place();
    it.zoom(3, 100, 100);
    const near = it.place();
    it.resize(840, 240);
    it.lookAt(whole, 0);
    expect(it.fitted).toBe(true);
    expect(it.toScreen(200, 100)[1]).toBeCloseTo(120);
    it.lookAt(near, 0);
    expect(it.fitted).toBe(false);
    expect(it.place().middle[0]).toBeCloseTo(near.middle[0]);
    it.close();
  });
  it("brings something at the edge into view without showing much beside the board", () => {
    const it = camera();
    const { x, y, scale } = it.viewOf([380, 180, 400, 200], 4);
    expect([400 * scale + x, 200 * scale + y]).toEqual([840 - 14, 440 - 14]);
    const whole = it.viewOf([0, 0, 400, 200], 1);
    expect([200 * whole.scale + whole.x, 100 * whole.scale + whole.y]).toEqual([420, 220]);
    it.close();
  });
  it("moves the board from under the controls", () => {
    const made = new Camera([0, 0, 400, 200], 10, [[0, 0, 40, 20]], () => [[0, 0, 60, 60]]);
    made.resize(840, 440);
    const [x, y] = made.toScreen(0, 0);
    expect(x > 60 || y > 60).toBe(true);
    made.close();
  });
  it("makes room for flags only where there are some", () => {
    const fitted = (flags: readonly (readonly [number, number, number, number])[]): number => {
      const made = new Camera(
        [0, 0, 400, 200],
        10,
        [[0, 0, 40, 20]],
        () => [[0, -50, 900, 0]],
        () => flags,
      );
      made.resize(840, 440);
      const [, y] = made.toScreen(0, 0);
      made.close();
      return y;
    };
    const without = fitted([]);
    expect(fitted([[0, 0, 30, 10]])).toBe(without);
    expect(fitted([[0, -30, 30, 10]])).toBeGreaterThan(without);
  });
});

describe("names", () => {
  const scene = sceneOf(tiny());
  const STEP = tiny().plan.growth;
  it("are never smaller or larger on screen than they may be", () => {
    for (const scale of [0.1, 0.3, 0.52, 0.6, 1, 2, 5]) {
      const size = 20 * scale * STEP ** stepsAt(scene, scale);
      expect(size).toBeGreaterThanOrEqual(LEAST * 0.99);
      expect(size).toBeLessThanOrEqual(Math.max(MOST * STEP, LEAST * STEP));
    }
  });
  it("give way to those of one's tickets, and never lie on each other", () => {
    const labels = labelsAt(scene, 12, new Set(["c"]), false);
    expect(labels.get("c")).not.toBeNull();
    const boxes = [...labels.values()].flatMap((label) => (label ? [label.box] : []));
    for (const one of boxes)
      for (const two of boxes)
        if (one !== two) expect(one[0] < two[2] && two[0] < one[2] && one[1] < two[3] && two[1] < one[3]).toBe(false);
  });
});

describe("finding a city", () => {
  it("needs no accents and takes beginnings first", () => {
    expect(plain("Łódź")).toBe("lodz");
    expect(plain("Ørebro")).toBe("orebro");
    const cities = tiny().board.cities;
    expect(found(cities, "lo").map((city) => city.name)).toEqual(["Łomża", "Oslo"]);
    expect(found(cities, " ")).toEqual([]);
  });
});

describe("walking", () => {
  const scene = sceneOf(tiny());
  it("follows routes, then looks for what lies that way", () => {
    expect(neighbour(scene, "a", "ArrowRight")).toBe("b");
    expect(neighbour(scene, "b", "ArrowDown")).toBe("c");
    expect(neighbour(scene, "a", "ArrowDown")).toBe("c");
    expect(neighbour(scene, "a", "ArrowUp")).toBeNull();
  });
});

describe("paths", () => {
  it("draws a tile turned with its space", () => {
    expect(tile({ x: 0, y: 0, turn: 0 }, 10, 4, 0)).toContain("M-5 -2L5 -2");
  });
});

describe("the rest of the map", () => {
  it("puts a bubble where there is room", () => {
    expect(beside(100, 100, 80, 40, 400, 300)).toMatchObject({ side: "right", left: 116, top: 80 });
    expect(beside(380, 100, 80, 40, 400, 300).side).toBe("left");
    expect(beside(150, 100, 280, 40, 300, 300).side).toBe("below");
    expect(beside(150, 280, 280, 40, 300, 300).side).toBe("above");
    // never under what covers the top of the map, nor beyond it
    expect(beside(100, 100, 80, 40, 400, 300, 90).top).toBe(98);
    expect(beside(150, 60, 280, 240, 300, 300).top).toBe(8);
  });
  it("puts the pill where it covers nothing, near rather than far", () => {
    const room = [0, 0, 400, 300] as const;
    const at = [100, 140, 140, 160] as const;
    expect(clearOf(at, [80, 36], room, [])).toEqual([154, 132]);
    const right = [150, 100, 400, 200] as const;
    const [x, y] = clearOf(at, [80, 36], room, [right]) ?? [0, 0];
    expect([x, y]).toEqual([80, 174]);
    expect(clearOf(at, [80, 36], room, [right], [[0, 170, 400, 300]])).toEqual([80, 90]);
    expect(clearOf(at, [380, 290], room, [])).toBeNull();
  });
});

describe("papers of countries", () => {
  const { board, plan } = tiny();
  const country = {
    id: "latvia",
    name: { en: "Latvia", pl: "Łotwa", it: "Lettonia" },
    short: null,
    cards: [7, 4, 2],
    lat: null,
    lon: null,
    place: null,
  };
  const [spot] = plan.cities;
  if (!spot) throw new Error("the tiny board has no cities");
  const near = { size: 12, baseline: 33.1, top: 37.5, height: 28, width: 22.4, start: 310, step: 18.4, afar: false };
  const far = {
    ...near,
    size: 23,
    baseline: 39.1,
    top: 42.3,
    height: 25.2,
    width: 22,
    start: 306,
    step: 23,
    afar: true,
  };
  const drawn = {
    ...plan,
    countries: [{ ...spot, id: "latvia", box: [300, 20, 380, 70] as const }],
    plaques: { latvia: [near, far] },
  };
  const scene = sceneOf(put({ ...board, countries: [country] }, drawn));
  const seats = [{ seat: 0, colour: "blue" }] as unknown as SeatInfo[];
  const one = position([[]]);
  const taken: OpenView = {
    ...one,
    seats: one.seats.map((seat) => ({ ...seat, country_cards: { latvia: [7] } })),
    stacks: { latvia: [4, 2] },
  };
  const written = (open: OpenView | null, steps: number): string[] =>
    plaquesOf(scene, open, seats, steps, (names) => names.en ?? "").flatMap((plaque) =>
      plaqueLetters(plaque).map(({ text }) => text),
    );

  it("tell the name and all cards that are left, and who took one", () => {
    expect(written(null, 0)).toEqual(["Latvia", "7", "4", "2"]);
    expect(written(taken, 0)).toEqual(["Latvia", "A", "4", "2"]);
  });
  it("tell three letters and still all cards from afar", () => {
    expect(written(taken, 5)).toEqual(["Lat", "A", "4", "2"]);
  });
  it("leave no letter outside", () => {
    for (const steps of [-1, 0, 1])
      for (const { x, y, size } of plaquesOf(scene, taken, seats, steps, (names) => names.en ?? "").flatMap(
        plaqueLetters,
      )) {
        expect(x).toBeGreaterThan(300);
        expect(x).toBeLessThan(380);
        expect(y).toBeLessThan(70);
        expect(y - size * 0.72).toBeGreaterThan(20);
      }
  });
});

import { describe, expect, it } from "vitest";
import { endsOf, flagsOf, statesOf, type Flag } from "../src/map/labels/ticketFlags";
import { labelsAt } from "../src/map/labels/labels";
import { overlap } from "../src/map/paint/routeShapes";
import { sceneOf } from "../src/map/scene";
import type { TicketProgress } from "../src/protocol";
import { ticketLines } from "../src/map/tooltip";
import { tiny } from "./board-tiny";

const scene = sceneOf(tiny());
const labels = labelsAt(scene, 0, new Set(), false);

function ticket(id: string, joined: boolean, missing: number | null): TicketProgress {
  return { ticket: id, joined, missing, routes: [] };
}

function flags(...progress: TicketProgress[]): Flag[] {
  return flagsOf(scene, endsOf(scene.data, statesOf(progress)), labels, 0);
}

describe("ticket flags", () => {
  it("stand at both ends of a ticket, with its points", () => {
    const found = flags(ticket("a--c", false, 4));
    expect(found.map(({ city, state }) => [city, state])).toEqual([
      ["a", "open"],
      ["c", "open"],
    ]);
    expect(found.map(({ letters }) => letters.map(({ text }) => text))).toEqual([["5"], ["5"]]);
  });
  it("say whether a ticket is completed or lost", () => {
    expect(flags(ticket("a--c", true, 0))[0]?.state).toBe("done");
    expect(flags(ticket("a--c", false, null))[0]?.state).toBe("lost");
    expect(flags(ticket("a--c", false, 0))[0]?.state).toBe("open");
  });
  it("of two tickets at a city fly one above the other", () => {
    const [first] = flags(ticket("a--c", true, 0), ticket("a--c-2", false, 3));
    expect(first?.pennants.map(({ state }) => state)).toEqual(["done", "open"]);
    expect(first?.letters.map(({ text }) => text)).toEqual(["5", "9"]);
    expect(first?.state).toBe("open");
  });
  it("of three tickets at a city are one, with the sum", () => {
    const three = [ticket("a--c", true, 0), ticket("a--c-2", true, 0), ticket("a--c", true, 0)];
    const [first] = flags(...three);
    expect(first?.letters.map(({ text }) => text)).toEqual(["19"]);
    expect(first?.state).toBe("done");
  });
  it("list their tickets, also where one flag sums them up", () => {
    const ends = endsOf(scene.data, statesOf([ticket("a--c", true, 0), ticket("a--c-2", false, null)]));
    expect(ticketLines(scene.data, ends.get("a") ?? [])).toEqual([
      "Łomża – Cádiz: 5 points, completed",
      "Łomża – Cádiz: 9 points lost",
    ]);
    const [first] = flags(ticket("a--c", true, 0));
    const { x, y } = scene.spots.get("a") ?? { x: 0, y: 0 };
    expect(first?.box[3]).toBeLessThan(y);
    expect([first?.box[0], first?.box[2]]).toContain(x);
  });
  it("mark nothing without tickets, or for tickets that the board does not have", () => {
    expect(flags()).toEqual([]);
    expect(flags(ticket("no--where", false, 1))).toEqual([]);
  });
  it("fly away from the name", () => {
    const { x, y } = scene.spots.get("a") ?? { x: 0, y: 0 };
    const named = (left: number, right: number): number[] => {
      const names = new Map([["a", { size: 10, box: [x + left, y - 60, x + right, y] as const }]]);
      const [flag] = flagsOf(scene, endsOf(scene.data, statesOf([ticket("a--c", false, 4)])), names, 0);
      return flag?.letters.map((letter) => Math.sign(letter.x - x)) ?? [];
    };
    expect(named(0, 60)).toEqual([-1]);
    expect(named(-60, 0)).toEqual([1]);
  });
  it("stay on the map", () => {
    const { x } = scene.spots.get("a") ?? { x: 0 };
    const [left, top, right, bottom] = scene.bounds;
    const sides = (from: number, to: number): number[] => {
      const cut = { ...scene, bounds: [from, top - 500, to, bottom] as const };
      const [flag] = flagsOf(cut, endsOf(scene.data, statesOf([ticket("a--c", false, 4)])), new Map(), 0);
      return flag?.letters.map((letter) => Math.sign(letter.x - x)) ?? [];
    };
    expect(sides(left - 500, x + 5)).toEqual([-1]);
    expect(sides(x - 5, right + 500)).toEqual([1]);
  });
});

describe("overlap", () => {
  it("is the shared area, and none for boxes that just touch", () => {
    expect(overlap([0, 0, 4, 4], [2, 3, 9, 9])).toBe(2);
    expect(overlap([0, 0, 4, 4], [4, 0, 9, 9])).toBe(0);
    expect(overlap([0, 0, 1, 1], [5, 5, 6, 6])).toBe(0);
  });
});

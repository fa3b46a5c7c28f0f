import { describe, expect, it } from "vitest";
import { besideStations } from "../src/map/labels/besideStations";
import type { Labels, Name } from "../src/map/labels/labels";
import { house, houseBox } from "../src/map/paint/house";
import { rowsOf, type Place } from "../src/map/paint/routeShapes";
import { drawnOrder, phantomTrain, railLine, train, wagonSize } from "../src/map/paint/wagons";
import { COLOURS } from "../src/protocol";
import { seatLook, type Wagon } from "../src/ui/seats";
import { tiny } from "./board-tiny";

const PEN = { length: 48, breadth: 24, u: 1 };
const SIZE = wagonSize(PEN);
const WAGONS: readonly Wagon[] = COLOURS.map((colour) => seatLook(colour).wagon);
const TURNS = [...Array(24).keys()].map((step) => (step * Math.PI) / 12);
const place = (turn = 0): Place => ({ x: 100, y: 100, turn });

/** Every point that a path of straight lines and arcs stops at. */
function stops(d: string): [number, number][] {
  return [...d.matchAll(/(?:[ML]|A\S+ \S+ 0 0 1 ?)(-?[\d.]+) (-?[\d.]+)/g)].flatMap(([, x, y]) => [
    [Number(x), Number(y)],
  ]);
}
const box = (d: string): { top: number; bottom: number; left: number; right: number } => {
  const found = stops(d);
  const [xs, ys] = [found.map(([x]) => x), found.map(([, y]) => y)];
  return { top: Math.min(...ys), bottom: Math.max(...ys), left: Math.min(...xs), right: Math.max(...xs) };
};
const mean = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0) / numbers.length;

describe("a train", () => {
  it.each(WAGONS)("of a %s has one wagon for each space, in every layer", (wagon) => {
    const places = [0, 60, 120].map((x) => ({ x, y: 0, turn: 0 }));
    const { shadow, casing, wall, roof, light } = train(places, wagon, SIZE);
    for (const layer of [shadow, casing, wall, roof, light]) expect(layer.match(/M/g)).toHaveLength(3);
  });
  it("is drawn in a silhouette of its seat's own, with a mark of its own", () => {
    expect(new Set(WAGONS).size).toBe(COLOURS.length);
    const drawn = WAGONS.map((wagon) => train([place()], wagon, SIZE));
    for (const layer of ["casing", "wall", "roof", "mark"] as const)
      expect(new Set(drawn.map((one) => one[layer])).size).toBe(COLOURS.length);
  });
  it.each(WAGONS)("of a %s has its light on the upper side, whichever way it runs", (wagon) => {
    for (const turn of TURNS) {
      const { light, roof } = train([place(turn)], wagon, SIZE);
      const [lit, middle] = [stops(light), place(turn).y - 1.2];
      expect(mean(lit.map(([, y]) => y))).toBeLessThanOrEqual(middle + 0.01);
      const { top, bottom, left, right } = box(roof);
      for (const [x, y] of lit) {
        expect(x > left && x < right).toBe(true);
        expect(y > top && y < bottom).toBe(true);
      }
    }
  });
  it("of upright wagons has its light on the left", () => {
    for (const turn of [Math.PI / 2, -Math.PI / 2])
      for (const [x] of stops(train([place(turn)], "coach", SIZE).light)) expect(x).toBeLessThan(100);
  });
  it.each(WAGONS)("of a %s throws its shadow down the screen and shows its wall there", (wagon) => {
    for (const turn of TURNS) {
      const { shadow, wall, roof } = train([place(turn)], wagon, SIZE);
      expect(box(wall).bottom - box(roof).bottom).toBeGreaterThan(4);
      expect(box(shadow).bottom).toBeGreaterThan(box(wall).bottom + 2);
      expect(box(roof).top).toBeLessThan(box(wall).top);
    }
  });
  it.each(WAGONS)("of a %s is the same turned round", (wagon) => {
    const [there, back] = [place(0.4), place(0.4 + Math.PI)].map((one) => box(train([one], wagon, SIZE).casing));
    for (const side of ["top", "bottom", "left", "right"] as const)
      expect(there?.[side]).toBeCloseTo(back?.[side] ?? 0);
  });
  it("is broader than a space, less so beside another track and more so from afar", () => {
    const broad = [wagonSize(PEN, true), SIZE, wagonSize(PEN, false, true)].map(({ y }) => (2 * y) / PEN.breadth);
    expect(broad).toEqual([1.1, 1.2, 1.34].map((share) => expect.closeTo(share) as number));
    const { top, bottom } = box(train([place()], "van", SIZE).casing);
    expect(bottom - top).toBeCloseTo(1.2 * 24 + 4.4);
  });
  it.each(WAGONS)("of a %s has a mark of at most an eighth of its roof", (wagon) => {
    const { mark } = train([{ x: 0, y: 1.2, turn: 0 }], wagon, SIZE);
    const area = (4 * SIZE.x * SIZE.y) / 8;
    const circles = [...mark.matchAll(/a([\d.]+) \1 0 1 0/g)].length / 2;
    const radius = Number(/a([\d.]+) /.exec(mark)?.[1] ?? 0);
    const { left, right, top, bottom } = box(mark);
    const bars = wagon === "van" ? 2 * 2 * 0.15 * SIZE.y * 2 * 0.62 * SIZE.y : (right - left) * (bottom - top);
    expect(circles > 0 ? circles * Math.PI * radius ** 2 : wagon === "railcar" ? bars / 2 : bars).toBeLessThan(area);
  });
  it("lies on a rail from city to city", () => {
    const row = rowsOf(tiny()).get("b--c");
    if (!row) throw new Error("the tiny board has no tunnel");
    const line = stops(railLine(row, 30));
    expect([line[0], line.at(-1)]).toEqual(row.ends);
    expect(line).toHaveLength(2 + 2 * row.places.length);
  });
  it("knows whether another track lies beside it", () => {
    const rows = rowsOf(tiny());
    expect([...rows].filter(([, row]) => row.twin).map(([id]) => id)).toEqual(["a--b-1", "a--b-2"]);
  });
});

describe("trains", () => {
  it("nearer to the viewer are drawn later", () => {
    const rows = [...rowsOf(tiny()).values()].map((row) => ({ row }));
    const order = (list: typeof rows): string[] => drawnOrder(list).map(({ row }) => row.route.id);
    expect(order(rows)).toEqual(["a--b-1", "a--b-2", "b--c", "a--c"]);
    expect(order([...rows].reverse())).toEqual(order(rows));
  });
  it("about to be laid have the silhouette of their seat, and an edge within it", () => {
    for (const wagon of WAGONS) {
      const { body, edge } = phantomTrain([place()], wagon, SIZE);
      expect(body).toBe(train([place()], wagon, SIZE).roof);
      expect(box(edge).left).toBeGreaterThan(box(body).left);
      expect(box(edge).bottom).toBeLessThan(box(body).bottom);
    }
  });
});

describe("a station", () => {
  it("covers the middle of its city and stands on its wall", () => {
    const { roof, wall, shadow } = house(50, 50, 45, 1);
    const ends = (d: string): number => Number(/V(-?[\d.]+)H/.exec(d)?.[1]);
    expect(Number(/M50 (-?[\d.]+)/.exec(roof)?.[1])).toBeLessThan(50);
    expect(ends(roof)).toBeGreaterThan(50);
    expect(ends(wall)).toBeGreaterThan(ends(roof));
    expect(ends(shadow)).toBeGreaterThan(ends(wall));
  });
  it("is never covered by the name of its city, which steps aside the shortest way", () => {
    const name = { size: 12, box: [60, 44, 110, 58] as const };
    const far = { size: 12, box: [160, 44, 210, 58] as const };
    const labels: Labels = new Map<string, Name | null>([
      ["a", name],
      ["b", far],
      ["c", null],
    ]);
    const house = houseBox(50, 50, 45, 1);
    const moved = besideStations(labels, new Map(["a", "b", "c"].map((id) => [id, house])));
    expect(moved.get("a")?.box).toEqual([75.5, 44, 125.5, 58]);
    expect([moved.get("b"), moved.get("c")]).toEqual([far, null]);
    expect(besideStations(labels, new Map())).toBe(labels);
  });
});

import { describe, expect, it } from "vitest";
import type { BoardData } from "../src/app/boards";
import { above, nearest, placed } from "../src/table/hint/place";
import { subjectOf } from "../src/table/hint/subject";
import { overlap, type Box, type Point } from "../src/map/paint/routeShapes";
import type { OpenView } from "../src/protocol";

const data = { ticket: new Map([["a--b", { a: "a", b: "b" }]]) } as unknown as BoardData;

describe("what a hint is about", () => {
  it("is on the map, or a card of the market", () => {
    const about = (action: string) => subjectOf(data, { tunnel: { route: "c--d" } } as OpenView, action);
    expect(about("claim a--b GG").routes).toEqual(["a--b"]);
    expect(about("station a GG").cities).toEqual(["a"]);
    expect(about("keep a--b").cities).toEqual(["a", "b"]);
    expect(about("pay R").routes).toEqual(["c--d"]);
    expect(about("draw R").element).toBe('[data-card="R"].can');
    expect(about("draw").element).toBe("[data-deck]");
  });
});

describe("a hint on the map", () => {
  const room: Box = [0, 0, 1000, 600];
  const size: Point = [300, 200];
  const boxed = ([x, y]: Point): Box => [x, y, x + size[0], y + size[1]];
  const route: Box = [480, 280, 520, 320];
  it("stands near what it is about and never over it", () => {
    const box = boxed(placed([500, 300], size, room, { subject: [route], kept: [], ink: [] }));
    expect(overlap(box, route)).toBe(0);
    const [x, y] = nearest([500, 300], box);
    expect(Math.hypot(x - 500, y - 300)).toBeLessThan(80);
  });
  it("leaves own trains and ticket ends in sight, and covers little of the rest", () => {
    const kept: Box[] = [
      [560, 100, 980, 580],
      [520, 0, 980, 120],
    ];
    const ink: Box[] = [[300, 350, 470, 580]];
    const box = boxed(placed([500, 300], size, room, { subject: [route], kept, ink }));
    for (const one of [...kept, ...ink, route]) expect(overlap(box, one)).toBe(0);
  });
  it("stays in the room even if everything is covered", () => {
    const box = boxed(placed([990, 590], size, room, { subject: [room], kept: [room], ink: [] }));
    expect(box[0]).toBeGreaterThanOrEqual(0);
    expect(box[3]).toBeLessThanOrEqual(600);
  });
  it("stands over a card of the market", () => {
    expect(above([900, 500, 980, 560], size, room)).toEqual([680, 278]);
    expect(above([10, 20, 60, 60], size, room)).toEqual([12, 82]);
  });
});

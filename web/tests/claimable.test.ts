import { describe, expect, it } from "vitest";
import { lightsOf, servedBy, type Asked } from "../src/map/claimable";
import type { TicketProgress } from "../src/protocol";
import { tiny } from "./board-tiny";

const QUIET: Asked = { claiming: false, card: null, ticket: null };
const data = tiny();
const claim = { "a--b-1": ["RR"], "a--b-2": ["BB", "BL"], "b--c": ["RRR", "WWW"] };
const all = ["a--b-1", "a--b-2", "b--c", "a--c"];

function needing(...routes: string[]): TicketProgress[] {
  return [{ ticket: "a--c", joined: false, missing: 4, routes }];
}

function lit(asked: Partial<Asked>, progress: readonly TicketProgress[] = []): [string[], string[], string[]] {
  const { needed, others, hollow } = lightsOf(data, claim, progress, { ...QUIET, ...asked });
  return [[...needed], [...others], [...hollow]];
}

describe("what can be claimed", () => {
  it("lights nothing by itself but what a ticket needs", () => {
    expect(lit({})).toEqual([[], [], []]);
    expect(lit({}, needing("b--c", "a--c"))).toEqual([["b--c"], [], []]);
  });
  it("lights both tracks of a double route that a ticket needs", () => {
    expect(lit({}, needing("a--b-1"))[0]).toEqual(["a--b-1", "a--b-2"]);
  });
  it("serves the tickets whose missing way leads along it", () => {
    expect(servedBy(data, needing("a--b-1"), "a--b-2")).toEqual(["a--c"]);
    expect(servedBy(data, needing("a--b-1"), "b--c")).toEqual([]);
    expect(servedBy(data, [{ ticket: "a--c", joined: true, missing: 0, routes: ["b--c"] }], "b--c")).toEqual([]);
  });
  it("lights nothing for a ticket that is joined or lost", () => {
    expect(lit({}, [{ ticket: "a--c", joined: true, missing: 0, routes: ["b--c"] }])[0]).toEqual([]);
    expect(lit({}, [{ ticket: "a--c", joined: false, missing: null, routes: [] }])[0]).toEqual([]);
  });
  it("shows all claims when asked, and hollows the rest", () => {
    expect(lit({ claiming: true }, needing("b--c"))).toEqual([["b--c"], ["a--b-1", "a--b-2"], ["a--c"]]);
  });
  it("shows what a card in hand pays for", () => {
    expect(lit({ card: "R" })).toEqual([[], ["a--b-1", "b--c"], ["a--b-2", "a--c"]]);
    expect(lit({ claiming: true, card: "L" })).toEqual([[], ["a--b-2"], ["a--b-1", "b--c", "a--c"]]);
    expect(lit({ card: "K" })).toEqual([[], [], all]);
  });
  it("shows what a ticket needs, while claims are shown", () => {
    expect(lit({ ticket: "a--c" }, needing("b--c"))).toEqual([["b--c"], [], []]);
    const [needed, others, hollow] = lit({ claiming: true, ticket: "a--c" }, needing("b--c"));
    expect([needed, others, hollow]).toEqual([["b--c"], [], ["a--b-1", "a--b-2", "a--c"]]);
  });
  it("needs the dearest ticket's routes first, and never more than six", () => {
    const wide = { ...data, route: new Map(), board: { ...data.board, routes: [] } };
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`r${n}`, ["R"]]));
    const progress = [
      { ticket: "a--c", joined: false, missing: 1, routes: ["r0", "r1", "r2", "r3", "r4"] },
      { ticket: "a--c-2", joined: false, missing: 1, routes: ["r5", "r6", "r7"] },
    ];
    expect(lightsOf(wide, many, progress, QUIET).needed).toEqual(["r5", "r6", "r7", "r0", "r1", "r2"]);
  });
  it("lights up to 24 claims; of 25 only the hollow ones say it", () => {
    const wide = { ...data, route: new Map() };
    const claims = (count: number): { [id: string]: string[] } =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`r${n}`, ["R"]]));
    const asked = { ...QUIET, claiming: true };
    expect(lightsOf(wide, claims(24), [], asked).others).toHaveLength(24);
    expect(lightsOf(wide, claims(25), [], asked).others).toEqual([]);
    expect([...lightsOf(wide, claims(25), [], asked).hollow]).toEqual(all);
  });
  it("shows the colour of a card in hand while others play", () => {
    const waiting = (card: Asked["card"]): string[] => [...lightsOf(data, null, [], { ...QUIET, card }).hollow];
    expect(waiting("R")).toEqual(["a--b-2"]);
    expect(waiting("L")).toEqual([]);
    expect(waiting(null)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { OwnView, ScoreSheet } from "../src/protocol";
import { ticketsThrough } from "../src/table/cityFacts";
import { countryPoints, pointsOf } from "../src/table/players";
import type { TableSession } from "../src/table/session.svelte";
import { position, tiny } from "./board-tiny";

describe("tickets of a city", () => {
  const data = tiny();
  const own = (routes: readonly string[]): OwnView =>
    ({
      tickets: ["a--c", "a--c-2"],
      progress: [
        { ticket: "a--c", joined: false, missing: 5, routes },
        { ticket: "a--c-2", joined: false, missing: null, routes: [] },
        { ticket: "offered", joined: false, missing: 1, routes: ["b--c"] },
      ],
    }) as unknown as OwnView;

  it("are those that end there, then those whose path leads through it; offered ones are not held", () => {
    expect([...data.ticket.keys()]).toEqual(["a--c", "a--c-2"]);
    expect(ticketsThrough(data, own(["a--b-1", "b--c"]), "a")).toEqual(["a--c", "a--c-2"]);
    expect(ticketsThrough(data, own(["a--b-1", "b--c"]), "b")).toEqual(["a--c"]);
    expect(ticketsThrough(data, own(["a--c"]), "b")).toEqual([]);
  });
});

describe("points of a player", () => {
  const sheet = { seats: [{ total: 120 }] } as unknown as ScoreSheet;
  const at = (endTold: boolean): TableSession =>
    ({ endTold, table: { sheet, open: position([["a--c"]]) } }) as unknown as TableSession;

  it("do not tell the result before the end has been shown", () => {
    expect(pointsOf(at(false), 0)).toBe(0);
    expect(pointsOf(at(true), 0)).toBe(120);
  });
  it("of country cards are added up", () => {
    const [view] = position([[]]).seats;
    expect(view && countryPoints({ ...view, country_cards: { latvia: [7, 2], russia: [4] } })).toBe(13);
  });
});

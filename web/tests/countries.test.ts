import { describe, expect, it } from "vitest";
import { put, withOptions, type BoardData } from "../src/boards";
import { countryProspect, type Prospect } from "../src/play/countries";
import { way } from "../src/play/ways";
import type { Board, OpenView } from "../src/protocol";
import { position, tiny } from "./board-tiny";

/** Cities a to d in a row, each with a border route into a country of its own; d also into Germany. */
const PAIRS = ["a--b", "b--c", "c--d", "a--germany", "b--czechia", "c--slovakia", "d--ukraine", "d--germany"];

function bordered(options: { [name: string]: boolean } = {}): BoardData {
  const { board, plan } = tiny();
  const [route] = board.routes;
  const [city] = board.cities;
  if (!route || !city) throw new Error("the tiny board has no routes");
  const countries = ["germany", "czechia", "slovakia", "ukraine"];
  const made: Board = {
    ...board,
    cities: ["a", "b", "c", "d"].map((id) => ({ ...city, id, name: id })),
    countries: countries.map((id) => ({ id, name: { en: id, pl: id, it: id }, short: null, cards: [7, 4], lat: null, lon: null, place: null })),
    routes: PAIRS.map((id) => {
      const [a = "", b = ""] = id.split("--");
      return { ...route, id, a, b, kind: countries.includes(b) ? ("border" as const) : ("normal" as const) };
    }),
  };
  return withOptions(put(made, plan), { inland_links_pay: false, countries_connect: false, ...options });
}

const STACKS = { germany: [7, 4], czechia: [10, 4], slovakia: [5], ukraine: [] };
const owning = (...routes: string[]): OpenView => ({ ...position([routes, []]), stacks: STACKS });

function prospect(claim: string, owned: string[], options: { [name: string]: boolean } = {}): Prospect | null {
  return countryProspect(bordered(options), owning(...owned), 0, claim);
}

describe("country cards before a claim", () => {
  it("wins nothing with the first country of a network, and says so", () => {
    expect(prospect("a--germany", [])).toEqual({ outcome: "first", wins: [], joins: ["germany"] });
  });
  it("wins the top card of every country once a second one joins", () => {
    expect(prospect("b--czechia", ["a--b", "a--germany"])).toEqual({
      outcome: "wins",
      wins: [{ country: "germany", points: 7 }, { country: "czechia", points: 10 }],
      joins: ["germany", "czechia"],
    });
  });
  it("wins nothing where the country was in the network before", () => {
    const owned = ["a--b", "b--c", "c--d", "a--germany", "b--czechia"];
    expect(prospect("d--germany", owned)).toMatchObject({ outcome: "before", wins: [] });
  });
  it("passes over empty stacks, and says when there is nothing left", () => {
    expect(prospect("d--ukraine", ["c--d", "c--slovakia"])?.wins).toEqual([{ country: "slovakia", points: 5 }]);
    const empty = { ...owning("c--d", "c--slovakia"), stacks: {} };
    expect(countryProspect(bordered(), empty, 0, "d--ukraine")?.outcome).toBe("empty");
  });
  it("warns of an inland route that joins countries without pay, and of no other inland route", () => {
    expect(prospect("a--b", ["a--germany", "b--czechia"])).toEqual({ outcome: "unpaid", wins: [], joins: ["germany", "czechia"] });
    expect(prospect("a--b", ["a--germany"])).toBeNull();
    expect(prospect("b--c", ["a--b", "a--germany", "b--czechia"])).toBeNull();
  });
  it("pays an inland link where that was chosen, if a country in it was not paid yet", () => {
    const chosen = { inland_links_pay: true };
    expect(prospect("a--b", ["a--germany", "b--czechia"], chosen)?.wins.map((win) => win.points)).toEqual([7, 10]);
    // two networks of two, both paid: joining them gives nothing either way
    const paid = ["a--b", "a--germany", "b--czechia", "c--d", "c--slovakia", "d--ukraine"];
    expect(prospect("b--c", paid, chosen)).toMatchObject({ outcome: "unpaid", wins: [] });
  });
  it("joins own routes in a country only where countries connect", () => {
    const owned = ["a--germany", "c--d", "c--slovakia"];
    expect(prospect("d--germany", owned)).toMatchObject({ outcome: "wins", joins: ["germany", "slovakia"] });
    expect(prospect("d--germany", owned, { countries_connect: true })).toMatchObject({ outcome: "before" });
    expect(prospect("b--czechia", [...owned, "a--b", "d--germany"], { countries_connect: true })?.joins).toEqual([
      "germany",
      "czechia",
      "slovakia",
    ]);
  });
  it("knows no countries on a board without them", () => {
    expect(countryProspect(tiny(), position([[]]), 0, "b--c")).toBeNull();
  });
});

describe("ways over countries", () => {
  it("end at a country, unless countries connect", () => {
    const open = owning("a--germany", "d--germany");
    expect(way(bordered(), open, 0, "a", "d").joined).toBe(false);
    expect(way(bordered({ countries_connect: true }), open, 0, "a", "d")).toMatchObject({
      joined: true,
      routes: ["a--germany", "d--germany"],
    });
  });
  it("may lead to a country", () => {
    expect(way(bordered(), owning(), 0, "b", "germany").routes).toEqual(["a--b", "a--germany"]);
  });
});

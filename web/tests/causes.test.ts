import { describe, expect, it } from "vitest";
import type { BoardData } from "../src/app/boards";
import { causeWords, reasonOf, type Table } from "../src/table/words/causes";
import { settings } from "../src/app/settings.svelte";

settings.language = "en";

const data = {
  city: new Map([
    ["ada", { name: "Ada" }],
    ["bor", { name: "Bór" }],
  ]),
  country: new Map([["czechia", { id: "czechia", name: { en: "Czechia", pl: "Czechy", it: "Cechia" }, short: null }]]),
  route: new Map([["ada--bor", { a: "ada", b: "bor" }]]),
  ticket: new Map([["t1", { a: "ada", b: "bor" }]]),
} as unknown as BoardData;
const table: Table = {
  names: ["Ala", "Ola"],
  data,
  // asks the table itself, as a desk does
  name(seat: number) {
    return this.names[seat] ?? "";
  },
} as Table & { names: string[] };
const said = (code: string, facts: { [name: string]: string | number } = {}) => causeWords(table, { code, facts });

const CODES = [
  "joins",
  "plan",
  "ticket",
  "reach",
  "ticket-lost",
  "threatened",
  "last-way",
  "points",
  "odds",
  "needs",
  "locomotive",
  "blind",
  "save",
  "end-soon",
  "ends-game",
  "late",
  "tickets-pay",
  "tickets-risk",
  "station",
  "country",
  "countries",
  "last-card",
  "longest",
  "bonus",
  "cheap",
  "gives-up",
  "pays-extra",
  "pays-for",
  "spare",
  "completes",
  "completes-with",
  "together",
];

describe("why a bot would do something", () => {
  it("has a sentence without a gap for every code, with no facts at all", () => {
    for (const code of CODES) {
      expect(said(code), code).toMatch(/^[A-Z][^{}]*\.$/);
      expect(said(code), code).not.toBe(said("never heard of"));
    }
  });
  it("names places, people and cards, and adds what it counts", () => {
    expect(said("joins", { ticket: "t1" })).toBe("Brings Ada – Bór closer.");
    expect(said("ticket", { a: "ada", b: "bor", points: 8, trains: 1 })).toBe(
      "Helps complete Ada – Bór: 8 points, 1 train needed.",
    );
    expect(said("threatened", { route: "ada--bor", seat: 1 })).toBe("Ola may soon take Ada – Bór.");
    expect(said("needs", { colour: "R", count: 2 })).toBe("You still need 2 red.");
    expect(said("odds", { chance: 0.4 })).toBe("Succeeds 40 times in 100.");
    expect(said("country", { country: "czechia", points: 7 })).toBe("Wins a card of Czechia: 7 points.");
    expect(said("end-soon", { trains: 3, seat: 0 })).toBe("Ala has 3 trains left.");
    expect(said("plan", { tickets: 2, turns: 3 })).toBe("Part of the path for 2 tickets: about 3 turns.");
    expect(said("tickets-pay", { gain: 4.56 })).toBe("New tickets should earn about 4.6 points.");
    expect(said("station", { a: "ada", b: "bor", city: "bor", cost: 2 })).toBe(
      "A station in Bór lends you a route for Ada – Bór: costs 2 cards.",
    );
    expect(said("tickets-risk", { loss: 0 })).toBe("New tickets are a risk.");
    expect(said("pays-extra", { cards: "RL" })).toBe("Pays 2 more cards.");
    const way = { a: "ada", b: "bor" };
    expect(said("pays-for", { ...way, count: 0 })).toBe("With it you can pay for Ada – Bór.");
    expect(said("pays-for", { ...way, count: 2 })).toBe("It helps pay for Ada – Bór, which then needs 2 more cards.");
    expect(said("completes-with", { ...way, with_a: "bor", with_b: "ada", points: 8 })).toBe(
      "With Bór – Ada it completes Ada – Bór.",
    );
    expect(said("together", { points: 19, trains: 14 })).toBe("Together they need 14 trains and score 19 points.");
  });
  it("says one thing, and who else is after it", () => {
    const ticket = { code: "completes", facts: { a: "ada", b: "bor", points: 8 } };
    const threat = { code: "threatened", facts: { a: "ada", b: "bor", seat: 1 } };
    expect(reasonOf(table, [ticket, { code: "cheap", facts: {} }])).toBe("It completes Ada – Bór.");
    expect(reasonOf(table, [ticket, threat])).toBe("It completes Ada – Bór. Ola may soon take Ada – Bór.");
    expect(reasonOf(table, [])).toBe("It looks like a good move.");
  });
  it("says something neutral of codes that are new", () => {
    expect(said("astrology", { moon: 3 })).toBe("It looks like a good move.");
  });
});

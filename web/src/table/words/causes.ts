/** Why a bot would do something, in words: its codes and facts come from the server, and any fact may be missing. */
import type { BoardData } from "../../app/boards";
import { has, t, worded } from "../../i18n/index.svelte";
import type { Key } from "../../i18n/messages";
import type { Cause } from "../../protocol";
import { isLetter, some } from "../../ui/cards";
import { placeName, routeName, ticketName } from "./names";

type Told = Cause["facts"];

/** What the words of a cause need to know about the table. */
export interface Table {
  data: BoardData;
  name(seat: number): string;
}

/** Why, in one sentence; that somebody else is close to taking it is worth a second one. */
export function reasonOf(table: Table, causes: readonly Cause[]): string {
  const [first, ...rest] = causes;
  if (first === undefined) return t("hint.other");
  const threat = rest.find(({ code }) => code === "threatened");
  return [first, ...(threat ? [threat] : [])].map((cause) => causeWords(table, cause)).join(" ");
}

export function causeWords(table: Table, { code, facts }: Cause): string {
  const { data } = table;
  const n = (key: string): number | null => (typeof facts[key] === "number" ? rounded(facts[key]) : null);
  const seat = n("seat");
  const who = seat === null ? "" : table.name(seat);
  const way = wayOf(data, facts);
  const amount = n(AMOUNTS[code] ?? "points");
  const words = {
    way,
    who,
    city: place(data, facts["city"]),
    country: place(data, facts["country"]),
    cards: cardsOf(facts),
    route: between(data, facts["with_a"], facts["with_b"]),
    trains: String(n("trains") ?? ""),
  };
  const sentence = say(code, words, amount, facts);
  if (sentence === null) return t("hint.other");
  const more = MORE[code]?.flatMap(([fact, key]) => {
    const value = n(fact);
    return value === null ? [] : t(key, { n: value });
  });
  return more?.length ? `${sentence.replace(/\.$/, "")}: ${more.join(", ")}.` : sentence;
}

/** The fact whose number a sentence uses. */
const AMOUNTS: { readonly [code: string]: string } = {
  "tickets-pay": "gain",
  "tickets-risk": "loss",
  "pays-extra": "cards",
  "end-soon": "trains",
  "pays-for": "count",
};

/** Facts added at the end of a sentence. */
const MORE: { readonly [code: string]: readonly (readonly [string, Key])[] } = {
  plan: [
    ["trains", "hint.trains-n"],
    ["turns", "hint.turns-n"],
  ],
  ticket: [
    ["points", "hint.points-n"],
    ["trains", "hint.trains-n"],
  ],
  reach: [
    ["points", "hint.points-n"],
    ["trains", "hint.trains-n"],
  ],
  "ticket-lost": [["points", "hint.costs-n"]],
  station: [["cost", "hint.cards-n"]],
  country: [["points", "hint.points-n"]],
  countries: [["points", "hint.points-n"]],
  longest: [["points", "hint.points-n"]],
  bonus: [["points", "hint.points-n"]],
};

function say(
  code: string,
  words: { readonly [name: string]: string },
  amount: number | null,
  facts: Told,
): string | null {
  const key = `hint.${code}`;
  if (code === "odds" && typeof facts["chance"] === "number")
    return t("hint.odds", { n: Math.round(facts["chance"] * 100) });
  if (code === "plan" && !words["way"] && typeof facts["tickets"] === "number")
    return t("hint.plan.n", { n: facts["tickets"] });
  if (code === "threatened" && words["who"])
    return worded(words["way"] ? "hint.threatened.who" : "hint.threatened.who.bare", words);
  if (code === "end-soon" && amount !== null)
    return t(words["who"] ? "hint.end-soon.who" : "hint.end-soon.n", { ...words, n: amount });
  if (code === "pays-extra" && amount === null && typeof facts["cards"] === "string")
    return t("hint.pays-extra", { n: facts["cards"].length });
  const bare = `${key}.bare`;
  // rather than a sentence with a gap, use the one without facts
  const needed = WANTS[code] ?? [];
  const whole = needed.every((fact) =>
    fact === "n" ? amount !== null && (amount > 0 || code === "pays-for") : words[fact] !== "",
  );
  if (whole && has(key)) return worded(key, amount === null ? words : { ...words, n: amount });
  return has(bare) ? worded(bare) : null;
}

/** The facts each sentence needs. */
const WANTS: { readonly [code: string]: readonly string[] } = {
  joins: ["way"],
  plan: ["way"],
  ticket: ["way"],
  reach: ["way"],
  "ticket-lost": ["way"],
  threatened: ["way"],
  "last-way": ["way"],
  points: ["n"],
  odds: ["n"],
  needs: ["cards"],
  "pays-for": ["way", "n"],
  completes: ["way"],
  "completes-with": ["way", "route"],
  together: ["n", "trains"],
  save: ["way"],
  "tickets-pay": ["n"],
  "tickets-risk": ["n"],
  station: ["city", "way"],
  country: ["country"],
  "last-card": ["country"],
  "pays-extra": ["n"],
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

function place(data: BoardData, id: string | number | undefined): string {
  return typeof id === "string" ? placeName(data, id) : "";
}

/** The two ends that a cause is about: a ticket, a route, or two cities. */
function wayOf(data: BoardData, facts: Told): string {
  const { ticket, tickets, route, a, b } = facts;
  if (typeof ticket === "string") return ticketName(data, ticket);
  if (typeof tickets === "string")
    return tickets
      .split(/[\s,]+/)
      .map((id) => ticketName(data, id))
      .join(", ");
  if (typeof route === "string") return routeName(data, route);
  return between(data, a, b);
}

function between(data: BoardData, a: Told[string] | undefined, b: Told[string] | undefined): string {
  return typeof a === "string" && typeof b === "string" ? `${place(data, a)} – ${place(data, b)}` : "";
}

function cardsOf(facts: Told): string {
  const { colour, count } = facts;
  return typeof colour === "string" && isLetter(colour) ? some(colour, typeof count === "number" ? count : 1) : "";
}

import { describe, expect, it } from "vitest";
import type { BoardData } from "../src/app/boards";
import { has } from "../src/i18n/index.svelte";
import { inWords, listed, written } from "../src/ui/cards";
import { markPassed, parts, pressing, shareLeft, timeLeft } from "../src/table/words/clock";
import { invitedBy } from "../src/table/invitation";
import { advisedFirst, colourOf, payment, payments, reswapped, swappable } from "../src/ui/payments";
import { Places } from "../src/table/displaySlots";
import { pieces, plain, retold, story, type Teller } from "../src/table/words/story";
import { EMOTES, REFUSAL_REASONS, type Event, type OwnView, type Step } from "../src/protocol";
import { deedWords } from "../src/table/words/actionWords";
import { ticketStates } from "../src/table/tickets";
import { settings } from "../src/app/settings.svelte";

settings.language = "en";

const route = (id: string, a: string, b: string) => [id, { id, a, b, length: 2 }] as const;
const data = {
  board: { countries: [{ id: "czechia" }] },
  city: new Map([
    ["ada", { name: "Ada" }],
    ["bor", { name: "Bór" }],
  ]),
  country: new Map(["czechia", "germany"].map((id) => [id, { id, name: { en: id, pl: id, it: id }, short: null }])),
  route: new Map([
    route("ada--bor", "ada", "bor"),
    route("ada--czechia", "ada", "czechia"),
    route("bor--germany", "bor", "germany"),
  ]),
  ticket: new Map([["ada--bor", { a: "ada", b: "bor", points: 5, long: false }]]),
} as unknown as BoardData;
const teller: Teller = { data, name: (seat) => ["Ala", "Ola"][seat] ?? "", you: (seat) => seat === 0 };

function told(...events: Event[]) {
  return story(
    events.map((event, n) => ({ n, at: n, event, live: true })),
    teller,
  ).map((line) => plain(line.parts));
}

describe("cards and payments", () => {
  it("says a set in the order of a hand, counted", () => {
    expect(inWords("LRR")).toBe("2 red, 1 locomotive");
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
  });
  it("writes sets in the order of the server", () => {
    expect(written({ R: 1, P: 2, L: 1 })).toBe("PPRL");
  });
  it("puts the fewest cards first, then the fewest locomotives", () => {
    expect(payments(["RLL", "RR+GGG", "RRL", "RRR"]).map((way) => way.line)).toEqual(["RRR", "RRL", "RLL", "RR+GGG"]);
  });
  it("never offers eight swapped cards first where four do", () => {
    const ways = payments(["RRRRRRR+GGGGBBBB", "RRRRRRRR+GGGG", "RRRRRRRRL", "RRRRRRRL+GGGG"]);
    expect(ways.map((way) => way.line)).toEqual(["RRRRRRRRL", "RRRRRRRR+GGGG", "RRRRRRRL+GGGG", "RRRRRRR+GGGGBBBB"]);
  });
  it("puts what a hint would pay in front, with the cards that it would swap", () => {
    const ways = payments(["RRR", "BBB", "RR+GGG"]);
    const first = (line?: string): (string | undefined)[] => advisedFirst(ways, line).map((way) => way.line);
    expect(first("BBB")).toEqual(["BBB", "RRR", "RR+GGG"]);
    expect(first("RR+GGY")).toEqual(["RR+GGY", "RRR", "BBB"]);
    expect(first("KKK"), "an older hint").toEqual(["RRR", "BBB", "RR+GGG"]);
    expect(first()).toEqual(["RRR", "BBB", "RR+GGG"]);
  });
  it("spares the locomotives that a ferry does not demand", () => {
    expect(payments(["LLL", "GLL", "GGL", "BBL"]).map((way) => way.line)).toEqual(["GGL", "BBL", "GLL", "LLL"]);
  });
  it("puts payments that cost the same in the order of the hand", () => {
    expect(payments(["P", "B", "O", "W", "G", "K", "R", "Y"]).map((way) => way.line)).toEqual([..."ROYGBPWK"]);
  });
  it("counts swapped locomotives too", () => {
    expect(payment("RR+GGL")).toEqual({ line: "RR+GGL", single: "RR", swapped: "GGL", locomotives: 1 });
  });
  it("lets other cards be swapped, but only as many as needed", () => {
    const way = payment("RR+GGG");
    expect(swappable({ R: 3, G: 3, B: 1 }, way)).toEqual({ R: 1, G: 3, B: 1 });
    expect(reswapped(way, { B: 1, G: 1, R: 1 })).toBe("RR+BGR");
    expect(reswapped(way, { G: 2 })).toBeNull();
  });
  it("knows the colour of a set", () => {
    expect(colourOf("RRL")).toBe("R");
    expect(colourOf("LL")).toBe("L");
  });
});

describe("tickets", () => {
  const progress = [
    { ticket: "ada--bor", joined: true, missing: 0, routes: [] },
    { ticket: "bor--cer", joined: false, missing: 4, routes: [] },
    { ticket: "cer--dol", joined: false, missing: null, routes: [] },
  ];
  const leaves = { "bor--cer": { "bor--dol": 1 } };
  const own = { progress, leaves } as unknown as OwnView;
  const held = ["ada--bor", "bor--cer", "cer--dol"];
  const shown = (picked: string | null, over = false) =>
    ticketStates(own, held, picked, over).map(({ joined, toGo, after, missed }) => [joined, toGo, after, missed]);

  it("are as far as the server says", () => {
    expect(shown(null)).toEqual([
      [true, 0, false, false],
      [false, 4, false, false],
      [false, null, false, false],
    ]);
    expect(ticketStates(own, ["bor--cer"], null, false).map(({ id }) => id)).toEqual(["bor--cer"]);
  });
  it("say what a picked route would leave, if it changes them", () => {
    expect(shown("bor--dol")[1]).toEqual([false, 1, true, false]);
    expect(shown("ada--dol")).toEqual(shown(null));
    expect(shown("elk--fen")).toEqual(shown(null));
  });
  it("are missed once the game is over", () => {
    expect(shown(null, true).map(([, , , missed]) => missed)).toEqual([false, true, true]);
  });
});

describe("the story", () => {
  it("tells two draws as one", () => {
    const drew = (number: number, card: string | null, blind: boolean): Event => ({
      event: "drew",
      number,
      seat: 1,
      card,
      blind,
    });
    expect(told(drew(0, null, true), drew(1, null, true))).toEqual(["Ola drew 2 cards from the deck."]);
    expect(told(drew(0, "R", false), { event: "turned-up", number: 1, cards: "G" }, drew(2, null, true))).toEqual([
      "Ola took 1 red and drew a card from the deck.",
    ]);
  });
  it("speaks to you, and shows you what you drew", () => {
    expect(told({ event: "drew", number: 0, seat: 0, card: "B", blind: true })).toEqual([
      "You drew from the deck: 1 blue.",
    ]);
  });
  it("keeps what was drawn blind from who shares the device", () => {
    const shared: Teller = { ...teller, you: () => false };
    const [line] = story(
      [{ n: 0, at: 0, event: { event: "drew", number: 0, seat: 0, card: "B", blind: true }, live: true }],
      shared,
    );
    expect(plain(line?.parts ?? [])).toBe("Ala drew a card from the deck.");
  });
  it("tells cards won with the claim, and links its route", () => {
    const claimed: Event = {
      event: "claimed",
      number: 0,
      seat: 1,
      route: "ada--czechia",
      cards: "RR",
      swapped: "",
      points: 2,
    };
    const won: Event = { event: "won-card", number: 1, seat: 1, country: "czechia", points: 7, left: 2 };
    expect(told(claimed, won)).toEqual(["Ola claimed Ada – czechia for 2 points and took czechia (7)."]);
    const [line] = story([{ n: 0, at: 0, event: claimed, live: true }], teller);
    expect(line?.parts.find((part) => part.route)).toEqual({ text: "Ada – czechia", route: "ada--czechia" });
  });
  it("tells of tickets that somebody looks at, but not of those that were dealt", () => {
    const offered = (number: number): Event => ({ event: "offered", number, seat: 1, count: 3, tickets: null });
    const started: Event = { event: "started", number: 0, seats: 2, starter: 1 };
    const entry = (n: number, event: Event) => ({ n, at: n, event, live: false });
    const lines = story([entry(0, started), entry(0, offered(1)), entry(5, offered(2))], teller);
    expect(lines.map((line) => plain(line.parts))).toEqual([
      "The game begins with 2 players; Ola starts.",
      "Ola looked at 3 new tickets.",
    ]);
  });
  it("retells a tunnel with its name once, and tells blind cards and first tickets only as a seat that sees them", () => {
    const step = (number: number, ...events: Event[]) => ({ number, events }) as unknown as Step;
    const tried: Event = {
      event: "tried",
      number: 0,
      seat: 1,
      route: "ada--bor",
      cards: "RR",
      turned: "RGB",
      extra: 1,
    };
    const nobody: Teller = { ...teller, you: () => false, sees: () => true };
    const ala: Teller = { ...nobody, sees: (seat) => seat === 0 };
    expect(
      retold([step(3, tried), step(4, { event: "gave-up", number: 1, seat: 1, route: "ada--bor" } as Event)], nobody),
    ).toBe("Ola tried the tunnel Ada – Bór: 1 red, 1 green, 1 blue turned up, 1 more card to pay. Gave it up.");
    const drew = step(5, { event: "drew", number: 2, seat: 1, card: "G", blind: true });
    expect(retold([drew], nobody)).toBe("Ola drew from the deck: 1 green.");
    expect(retold([drew], ala)).toBe("Ola drew a card from the deck.");
    const chose = (seat: number) => step(1, { event: "chose", number: 3, seat, tickets: ["a", "b"] });
    expect(retold([chose(1)], nobody)).toBe("Ola kept 2 tickets.");
    expect(retold([chose(1)], ala)).toBe("Ola chose first tickets.");
    expect(retold([chose(0)], ala)).toBe("Ala kept 2 tickets.");
  });
  it("takes marks out of a sentence and leaves nothing of them", () => {
    expect(pieces("plain")).toEqual([{ text: "plain" }]);
  });
});

describe("words", () => {
  it("has words for every reason and emote", () => {
    for (const reason of REFUSAL_REASONS) expect(has(`panels.why.${reason}`), reason).toBe(true);
    for (const emote of EMOTES) expect(has(`panels.emote.${emote}`), emote).toBe(true);
  });
  it("says actions", () => {
    expect(deedWords(data, "claim ada--bor RR+GL")).toBe("claim Ada – Bór");
    expect(deedWords(data, "keep ada--bor")).toBe("keep Ada – Bór");
    expect(deedWords(data, "give up")).toBe("give up the tunnel");
    expect(deedWords(data, "draw")).toBe("draw from the deck");
  });
});

describe("clock, market, countries, invitation", () => {
  it("counts down on the server's clock", () => {
    expect(timeLeft({ bank: 5000, deadline: null }, 0)).toEqual({ left: 5000, runs: false });
    expect(timeLeft({ bank: 5000, deadline: 90_000 }, 10_000)).toEqual({ left: 80_000, runs: true });
    expect(timeLeft({ bank: 0, deadline: 5 }, 10).left).toBe(0);
    expect(parts(80_000).text).toBe("1:20");
    expect(parts(3_661_000).text).toBe("1:01:01");
    expect(parts(26 * 3_600_000)).toMatchObject({ unit: "days", days: 1, hours: 2 });
  });
  it("gives who waits the time of the next turn beside the bank, so that nothing jumps when it begins", () => {
    const rules = { kind: "live", bank: 60, turn: 20 } as const;
    expect(timeLeft({ bank: 5000, deadline: null }, 0, rules)).toEqual({ left: 25_000, runs: false });
    expect(shareLeft(80_000, rules)).toBe(1);
    expect(shareLeft(20_000, rules)).toBe(0.25);
    expect(shareLeft(0, { kind: "none" })).toBe(1);
    expect(shareLeft(43_200_000, { kind: "days", days: 1 })).toBe(0.5);
    expect([60_000, 19_000, 10_000, 0].map((left) => pressing(left, rules))).toEqual(["", "low", "out", "out"]);
  });
  it("warns at the marks that time passes, the last of several", () => {
    expect(markPassed(30_200, 29_900)).toBe(30);
    expect(markPassed(29_900, 29_700)).toBeNull();
    expect(markPassed(10_000.5, 10_000)).toBe(10);
    expect(markPassed(12_000, 3900)).toBe(4);
    // a turn that begins with less time than a mark has not passed it
    expect(markPassed(8000, 7800)).toBeNull();
  });
  it("leaves face-up cards where they lie", () => {
    const places = new Places();
    const first = [...places.lay({ R: 2, G: 1, B: 1, K: 1 }, 5)];
    const gone = first.indexOf("G");
    const next = places.lay({ R: 2, B: 1, K: 1, Y: 1 }, 5);
    expect(next[gone]).toBe("Y");
    expect(next.filter((_, i) => i !== gone)).toEqual(first.filter((_, i) => i !== gone));
  });
  it("reads an invitation from a link", () => {
    expect(invitedBy("#invitation=abc")).toBe("abc");
    expect(invitedBy("")).toBeNull();
  });
});

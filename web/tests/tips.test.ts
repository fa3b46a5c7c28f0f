import { beforeEach, describe, expect, it } from "vitest";
import type { Choices, Clock, Event, OpenView, OwnView, Rules, SeatView, TicketProgress } from "../src/protocol";
import { settings } from "../src/app/settings.svelte";
import type { TableSession } from "../src/table/session.svelte";
import { fitting, type Moment } from "../src/table/tips/moments";
import { momentOf, Tips } from "../src/table/tips/tips.svelte";
import { keepTold, told } from "../src/table/tips/told";
import { catalogue } from "./catalogues";
import { position, tiny } from "./board-tiny";

const RULES: Partial<Rules> = {
  locomotive_is_whole_draw: true,
  locomotives_pay: "everywhere",
  ferry_swap: 0,
  tunnel_cards: 3,
  station_points: 4,
  last_round_at: 2,
  longest_path_bonus: 10,
  most_tickets_bonus: 0,
};
const NOTHING: Choices = {
  draw: "",
  blind: true,
  tickets: false,
  keep: [],
  keep_at_least: 0,
  claim: {},
  station: [],
  station_cards: [],
  pay: [],
  give_up: false,
};

interface Given {
  open?: Partial<OpenView>;
  seat?: Partial<SeatView>;
  choices?: Partial<Choices> | null;
  hand?: { [letter: string]: number };
  progress?: Partial<TicketProgress>[];
  rules?: Partial<Rules>;
  told?: string[];
  touched?: string;
  building?: boolean;
  hints?: boolean;
  clock?: Clock;
  routes?: { [id: string]: object };
}

function moment(given: Given = {}): Moment {
  const board = tiny();
  const rules = { ...RULES, ...given.rules } as Rules;
  const routes = board.board.routes.map((route) => ({ ...route, ...given.routes?.[route.id] }));
  const open = { ...position([[], []]), ...given.open };
  const progress = (given.progress ?? []).map((one) => ({
    ticket: "a--c",
    joined: false,
    missing: 4,
    routes: [],
    ...one,
  }));
  const choices = given.choices === null ? null : { ...NOTHING, ...given.choices };
  return {
    data: { ...board, board: { ...board.board, rules, routes }, route: new Map(routes.map((one) => [one.id, one])) },
    open: { ...open, seats: open.seats.map((seat) => ({ ...seat, ...given.seat })) },
    own: { seat: 0, hand: given.hand ?? {}, tickets: ["a--c"], progress, choices } as unknown as OwnView,
    touched: given.touched ?? null,
    building: given.building ?? false,
    told: (given.told ?? []).map((event) => ({ event }) as Event),
    hints: given.hints ?? false,
    clock: given.clock ?? null,
  };
}

const waiting = (given: Given = {}): Moment => moment({ choices: null, ...given });
const all = Object.keys(catalogue("en")).flatMap((key) => key.split("tips.about-")[1] ?? []);
/** The tip that fits if all others but these were told. */
function among(ids: readonly string[], given: Given): string | undefined {
  return fitting(moment(given), new Set(all.filter((id) => !ids.includes(id))))?.id;
}
const fits = (id: string, given: Given): boolean => among([id], given) === id;

/** What a tip needs, beside a moment in which it does not fit. */
const WHEN: { readonly [id: string]: readonly [Given, Given] } = {
  turn: [{}, { choices: null }],
  second: [{ open: { phase: "second-card" } }, {}],
  locomotive: [{ choices: { draw: "RL" } }, { choices: { draw: "RL" }, rules: { locomotive_is_whole_draw: false } }],
  scarce: [{ hand: { L: 1 }, rules: { locomotives_pay: "tunnels-and-ferries" } }, { hand: { L: 1 } }],
  wild: [{ hand: { L: 1 } }, { hand: { L: 1 }, rules: { locomotives_pay: "tunnels-and-ferries" } }],
  claim: [{ choices: { claim: { "a--b-1": ["RR"] } } }, {}],
  lamp: [
    { choices: { claim: { "a--c": ["RRRL"] } }, progress: [{ routes: ["a--c"] }] },
    { choices: { claim: { "a--c": ["RRRL"] } }, progress: [{ routes: ["a--c"], joined: true }] },
  ],
  grey: [{ touched: "a--b-1", routes: { "a--b-1": { colour: "grey" } } }, { touched: "b--c" }],
  double: [{ open: { closed: ["a--b-2"] } }, {}],
  tunnel: [{ choices: { claim: { "b--c": ["RRR"] } } }, { choices: { claim: { "a--c": ["RRRL"] } } }],
  ferry: [{ touched: "a--c" }, { touched: "b--c" }],
  swap: [{ touched: "a--c", rules: { ferry_swap: 3 } }, { touched: "a--c" }],
  special: [{ touched: "a--b-1", routes: { "a--b-1": { swap: 4 } } }, { touched: "a--b-1" }],
  station: [{ building: true }, {}],
  border: [{ touched: "a--b-1", routes: { "a--b-1": { kind: "border" } } }, { touched: "a--b-1" }],
  "country-cards": [{ seat: { country_cards: { czechia: [8] } } }, {}],
  "new-tickets": [{ open: { phase: "choose-tickets" } }, { open: { phase: "choose-tickets" }, choices: null }],
  "more-tickets": [
    { choices: { tickets: true }, progress: [{ joined: true }] },
    { choices: { tickets: true }, progress: [{ joined: false }] },
  ],
  completed: [{ progress: [{ joined: true }] }, { progress: [{ ticket: "offered", joined: true }] }],
  "cut-off": [{ progress: [{ missing: null }] }, { progress: [{ missing: 1 }] }],
  "last-round": [{ open: { last_turns: 2 } }, {}],
  "end-near": [{ seat: { trains: 10 } }, { seat: { trains: 11 } }],
  longest: [{ seat: { routes: ["a", "b", "c", "d"] } }, { seat: { routes: ["a", "b", "c"] } }],
  most: [
    { seat: { routes: ["a", "b", "c", "d"] }, rules: { most_tickets_bonus: 10 } },
    { seat: { routes: ["a", "b", "c", "d"] } },
  ],
  replaced: [{ told: ["drew", "replaced"] }, { told: ["drew"] }],
  flags: [{}, { choices: null }],
  clock: [{ clock: { kind: "live", bank: 300, turn: 30 } }, { clock: { kind: "days", days: 1 } }],
  hint: [{ hints: true }, {}],
  scoring: [{ open: { phase: "over" }, choices: null }, {}],
};

describe("a tip", () => {
  it.each(all)("%s fits when it is met, and only then", (id) => {
    const [met, not] = WHEN[id] ?? [];
    expect(met, "described here").toBeDefined();
    expect(fits(id, met ?? {})).toBe(true);
    expect(fits(id, not ?? {})).toBe(false);
  });
  it("says what it means with the facts of the board", () => {
    const text = (id: string) => fitting(moment(WHEN[id]?.[0]), new Set(all.filter((one) => one !== id)))?.text;
    expect(text("special")).toContain("Łomża – Oslo");
    expect(text("station")).toContain("4 points");
    expect(text("cut-off")).toMatch(/^Łomża – Cádiz:/);
    for (const id of all) expect(text(id), id).not.toMatch(/[{}]/);
  });
  it("about what is touched comes first, then what has just begun to matter", () => {
    const given: Given = { touched: "a--c", choices: { claim: { "b--c": ["RRR"] } } };
    expect(among(all, given)).toBe("ferry");
    expect(among(["turn", "tunnel", "claim"], given)).toBe("turn");
    expect(among(["tunnel", "claim"], given)).toBe("claim");
    expect(among(all, { ...given, open: { last_turns: 1 } })).toBe("last-round");
  });
  it("that was told is not told again", () => {
    expect(fitting(moment(), new Set(["turn"]))?.id).toBe("flags");
    expect(fitting(moment(), new Set(all))).toBeNull();
  });
});

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, to: string) => kept.set(key, to) },
  });
});

describe("tips at a table", () => {
  function begun(): Tips {
    const tips = new Tips();
    tips.begin();
    return tips;
  }
  it("come one at a time, one for a turn, and stay until the next", () => {
    const tips = begun();
    tips.see(moment());
    expect(tips.shown?.id).toBe("turn");
    tips.see(moment({ open: { phase: "second-card" } }));
    expect(tips.shown?.id).toBe("turn");
    tips.see(waiting());
    expect(tips.shown?.id).toBe("turn");
    tips.see(moment());
    expect(tips.shown?.id).toBe("flags");
    tips.see(waiting());
    tips.see(moment());
    expect(tips.shown).toBeNull();
  });
  it("that come while others play belong to the next turn", () => {
    const tips = begun();
    tips.see(moment());
    tips.see(waiting({ open: { closed: ["a--b-2"] } }));
    expect(tips.shown?.id, "the one before is not pushed away").toBe("turn");
    tips.dismiss();
    tips.see(waiting({ open: { closed: ["a--b-2"] } }));
    expect(tips.shown?.id).toBe("double");
    tips.see(moment({ hints: true }));
    expect(tips.shown?.id).toBe("double");
    tips.see(waiting());
    tips.see(moment({ hints: true }));
    expect(tips.shown?.id).toBe("flags");
  });
  it("can be dismissed, and leave the rest of the turn in peace", () => {
    const tips = begun();
    tips.see(moment());
    tips.dismiss();
    tips.see(moment({ touched: "a--c" }));
    expect(tips.shown).toBeNull();
  });
  it("wait until first tickets are chosen, and for the first turn", () => {
    const tips = begun();
    tips.see(moment({ open: { phase: "first-tickets" } }));
    expect(tips.shown).toBeNull();
    tips.see(waiting({ open: { closed: ["a--b-2"] } }));
    expect(tips.shown).toBeNull();
    tips.see(moment({ open: { closed: ["a--b-2"] } }));
    expect(tips.shown?.id).toBe("turn");
  });
  it("end with the scoring, even after another in the same turn", () => {
    const tips = begun();
    tips.see(moment());
    tips.see(waiting({ open: { phase: "over" } }));
    expect(tips.shown?.id).toBe("scoring");
  });
  it("are remembered on this device", () => {
    begun().see(moment());
    expect(told()).toEqual(["turn"]);
    const later = begun();
    later.see(moment());
    expect(later.shown?.id).toBe("flags");
    keepTold([]);
    const again = begun();
    again.see(moment());
    expect(again.shown?.id).toBe("turn");
  });
  it("are not told in lessons, to spectators, while cards are hidden, while a bot plays, or if turned off", () => {
    const info = { lesson: null, hints: true, clock: { kind: "none" } };
    const usual = { open: {}, own: { seat: 0 }, info, seats: [{ away: null }], told: [] };
    const at = (table: object, session: object = {}) =>
      momentOf({ picked: {}, hidden: false, ...session, table: { ...usual, ...table } } as unknown as TableSession);
    expect(at({})).not.toBeNull();
    expect(at({ info: { ...info, lesson: "first-ride" } })).toBeNull();
    expect(at({ own: null })).toBeNull();
    expect(at({ seats: [{ away: "time" }] })).toBeNull();
    expect(at({}, { hidden: true })).toBeNull();
    settings.tips = false;
    expect(at({})).toBeNull();
    settings.tips = true;
  });
  it("forget what cannot be read", () => {
    kept.set("kolej.tips", "{");
    expect(told()).toEqual([]);
    kept.set("kolej.tips", '{"a": 1}');
    expect(told()).toEqual([]);
  });
});

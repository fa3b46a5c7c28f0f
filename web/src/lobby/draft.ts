/** A table being put together: who sits where, by which rules; and the request that creates it. */
import type { BoardInfo, ClockGiven, NewTable, SeatPlanGiven } from "../protocol";
import { unnamed } from "../ui/seats";

export type Seat =
  | { readonly kind: "you" }
  | { readonly kind: "bot"; readonly bot: string }
  | { readonly kind: "anyone" }
  | { readonly kind: "friend" }
  | { readonly kind: "here"; readonly name: string };

export type Pace = "none" | "quick" | "calm" | "day" | "days";
export const PACES: readonly Pace[] = ["none", "quick", "calm", "day", "days"];

export const CLOCKS: { readonly [pace in Pace]: ClockGiven } = {
  none: { kind: "none" },
  quick: { kind: "live", bank: 300, turn: 30 },
  calm: { kind: "live", bank: 1200, turn: 45 },
  day: { kind: "days", days: 1 },
  days: { kind: "days", days: 3 },
};

export interface Draft {
  board: string;
  seats: Seat[];
  options: { [name: string]: boolean | number };
  clock: Pace;
  listed: boolean;
  spectators: boolean;
  hints: boolean;
  /** Seconds a bot waits; null is the server's default. */
  pace: number | null;
}

export const USUAL_SEATS = 3;

/** The default: you against bots, unlisted, no clock. */
export function usual(board: BoardInfo, bots: readonly string[]): Draft {
  const [least, most] = board.players;
  const count = Math.min(most, Math.max(least, USUAL_SEATS));
  const others: Seat[] = Array.from({ length: count - 1 }, () => another(bots));
  return {
    board: board.id,
    seats: [{ kind: "you" }, ...others],
    options: {},
    clock: "none",
    listed: false,
    spectators: true,
    hints: true,
    pace: null,
  };
}

/** Neither too easy nor too hard: offered first if the server has it. */
const USUAL_BOT = "medium";

/** Who an added seat is for: the usual bot, else the server's first; anyone if there are no bots. */
export function another(bots: readonly string[]): Seat {
  const bot = bots.includes(USUAL_BOT) ? USUAL_BOT : bots[0];
  return bot === undefined ? { kind: "anyone" } : { kind: "bot", bot };
}

/** The same players on another board: the last ones are dropped, or bots are added, to fit its limits. */
export function moved(draft: Draft, board: BoardInfo, bots: readonly string[]): Draft {
  const [least, most] = board.players;
  const seats = draft.seats.slice(0, most);
  while (seats.length < least) seats.push(another(bots));
  return { ...draft, board: board.id, seats, options: {} };
}

/** The board with the fewest rules of its own: offered on a first visit. */
const FIRST_BOARD = "usa";

/**
 * What an address asks for, as `kolej play` writes it: `?board=usa&bots=greedy,random`. If it asks for nothing, the
 * table that was made last on this device.
 */
export function asked(
  query: URLSearchParams,
  boards: readonly BoardInfo[],
  bots: readonly string[],
  last: Draft | null = null,
): Draft | null {
  const sound = boards.filter(({ fault }) => fault === "");
  const named = (name: string | null | undefined) => sound.find(({ id }) => id === name);
  const wishedBoard = named(query.get("board"));
  const before = last && named(last.board);
  if (last && before && !wishedBoard && !query.has("bots")) return again(last, before, bots);
  const board = wishedBoard ?? before ?? named(FIRST_BOARD) ?? sound[0];
  if (board === undefined) return null;
  const draft = usual(board, bots);
  const wished = (query.get("bots") ?? "").split(",").filter((name) => bots.includes(name));
  const [least, most] = board.players;
  if (wished.length + 1 >= least && wished.length + 1 <= most)
    draft.seats = [{ kind: "you" }, ...wished.map((bot): Seat => ({ kind: "bot", bot }))];
  return draft;
}

/** An earlier draft as this server can still play it. */
function again(last: Draft, board: BoardInfo, bots: readonly string[]): Draft {
  const known = last.seats.map((seat) => (seat.kind === "bot" && !bots.includes(seat.bot) ? another(bots) : seat));
  const offered = new Set(board.options.map(({ name }) => name));
  const options = Object.fromEntries(Object.entries(last.options).filter(([name]) => offered.has(name)));
  return { ...moved({ ...last, seats: known }, board, bots), options };
}

/** Whether the game can start as soon as the table exists. */
export function full(draft: Draft): boolean {
  return draft.seats.every(({ kind }) => kind !== "anyone" && kind !== "friend");
}

export function newTable(draft: Draft): NewTable {
  const { board, options, listed, spectators, hints, pace } = draft;
  const seats = draft.seats.map(plan);
  return { board, options, listed, spectators, hints, pace, clock: CLOCKS[draft.clock], seats };
}

function plan(seat: Seat, place: number): SeatPlanGiven {
  switch (seat.kind) {
    case "you":
      return { for: "host" };
    case "here":
      return { for: "host", name: seat.name.trim() || unnamed(place) };
    case "bot":
      return { for: "bot", bot: seat.bot };
    default:
      return { for: seat.kind };
  }
}

const OWN_OPTIONS: { readonly [board: string]: readonly string[] } = {
  europe: ["longest_path_bonus", "most_tickets_bonus"],
  nordic: ["swaps_fill_colour", "most_tickets_bonus", "longest_path_bonus"],
  poland: [
    "one_route_per_country",
    "every_border_pays",
    "inland_links_pay",
    "countries_connect",
    "longest_path_bonus",
    "most_tickets_bonus",
  ],
  usa: ["longest_path_bonus", "most_tickets_bonus"],
};

/** Options that make a difference on this board; for the server's own boards, all of them. */
export function optionsOf(board: BoardInfo): BoardInfo["options"] {
  const wanted = board.own ? undefined : OWN_OPTIONS[board.id];
  if (wanted === undefined) return board.options;
  return wanted.flatMap((name) => board.options.find((option) => option.name === name) ?? []);
}

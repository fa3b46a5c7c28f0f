/** Tips in a game: each is told once on this device, one at a time, at most one for each turn of one's own. */
import { settings } from "../../app/settings.svelte";
import { hinting } from "../hints.svelte";
import type { TableSession } from "../session.svelte";
import { fitting, type Moment, type Tip } from "./moments";
import { keepTold, told } from "./told";

/** How many of the latest events may bring a tip. */
const LATEST = 12;

export class Tips {
  shown: Tip | null = $state.raw(null);
  #known = new Set<string>();
  /** Turns of the player that have begun, and whether one goes on. */
  #turns = 0;
  #mine = false;
  /** The turn that the last tip belongs to; between turns, the next one. */
  #last = -1;

  /** At a table that is opened now. */
  begin(): void {
    this.#known = new Set(told());
    this.#turns = 0;
    this.#mine = false;
    this.#last = -1;
    this.shown = null;
  }

  /** What the player sees now. */
  see(moment: Moment): void {
    const { phase } = moment.open;
    if (phase === "first-tickets") return;
    const mine = moment.own.choices !== null;
    if (mine && !this.#mine) {
      this.#turns++;
      // there was a whole turn to read it
      if (this.#last < this.#turns) this.shown = null;
    }
    this.#mine = mine;
    // the first thing to know is what can be done
    if (this.#turns === 0 && phase !== "over") return;
    const turn = mine ? this.#turns : this.#turns + 1;
    if (phase !== "over" && (this.shown !== null || this.#last >= turn)) return;
    const tip = fitting(moment, this.#known);
    if (tip === null) return;
    this.shown = tip;
    this.#last = turn;
    this.#known.add(tip.id);
    keepTold(this.#known);
  }

  dismiss(): void {
    this.shown = null;
  }
}

export const tips = new Tips();

/** What the player at a table sees now; null if nothing is to be explained: to spectators, say, or in a lesson. */
export function momentOf(session: TableSession): Moment | null {
  const { table, data, picked } = session;
  const { open, own, info } = table;
  if (!settings.tips || session.hidden || !open || !own || !info) return null;
  if (info.lesson !== null || table.seats[own.seat]?.away) return null;
  return {
    data,
    open,
    own,
    touched: picked.route ?? picked.whyNot?.route ?? null,
    building: session.choosing === "station",
    told: table.told.slice(-LATEST).flatMap(({ event, live }) => (live ? [event] : [])),
    hints: hinting.on && info.hints,
    clock: info.clock,
  };
}

/** The table that was made last on this device: the next one is offered like it. */
import type { Draft } from "./draft";

const KEY = "kolej.table";

export function lastDraft(): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Draft> | null;
    if (!found?.board || !Array.isArray(found.seats) || found.seats.length === 0) return null;
    const { board, seats, options = {}, clock = "none", pace = null } = found;
    const { listed = false, spectators = true, hints = true } = found;
    return { board, seats, options, clock, listed, spectators, hints, pace };
  } catch {
    return null;
  }
}

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // a private window may refuse storage; then the usual table is offered again
  }
}

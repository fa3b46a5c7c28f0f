/** A record on its way from the page where it was dropped to the page that plays it. */
import type { GameRecordGiven } from "../protocol";

let waiting: GameRecordGiven | null = null;

export function handOver(record: GameRecordGiven): void {
  waiting = record;
}

/** The record that was handed over, once. */
export function handed(): GameRecordGiven | null {
  const found = waiting;
  waiting = null;
  return found;
}

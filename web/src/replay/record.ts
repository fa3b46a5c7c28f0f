/** A record as given: the server checks it, this only sees whether it is one at all. */
import type { GameRecordGiven } from "../protocol";

export function readRecord(text: string): GameRecordGiven | null {
  try {
    const found: unknown = JSON.parse(text);
    return isRecord(found) ? found : null;
  } catch {
    return null;
  }
}

function isRecord(found: unknown): found is GameRecordGiven {
  if (typeof found !== "object" || found === null) return false;
  const { board, seats, moves, deal } = found as Partial<GameRecordGiven>;
  return typeof board === "string" && typeof seats === "number" && Array.isArray(moves) && Array.isArray(deal);
}

/** Why a tie for the first place went as it did: what was compared, one after another. */
import type { Rules, ScoreSheet, SeatScore, Tie } from "../../protocol";
import { sumOf } from "./steps";

export interface Compared {
  by: Tie;
  values: readonly { seat: number; value: number }[];
}

export interface TieTold {
  points: number;
  seats: readonly number[];
  compared: readonly Compared[];
  /** Nothing decided: they share. */
  shared: boolean;
}

export function tieOf(sheet: ScoreSheet, rules: Rules): TieTold | null {
  const points = Math.max(...sheet.seats.map((one) => one.total));
  let equal = sheet.seats.filter((one) => one.total === points);
  if (equal.length < 2) return null;
  const seats = equal.map((one) => one.seat);
  const compared: Compared[] = [];
  for (const by of rules.ties) {
    const values = equal.map((one) => ({ seat: one.seat, value: valueOf(by, one) }));
    const best = by === "fewer-stations" ? Math.min(...values.map((v) => v.value)) : Math.max(...values.map((v) => v.value));
    if (values.every((one) => one.value === best)) continue;
    compared.push({ by, values });
    equal = equal.filter((one) => valueOf(by, one) === best);
    if (equal.length === 1) break;
  }
  return { points, seats, compared, shared: equal.length > 1 };
}

function valueOf(by: Tie, one: SeatScore): number {
  switch (by) {
    case "tickets":
      return one.tickets_done;
    case "ticket-points":
      return sumOf(one, "ticket");
    case "fewer-stations":
      return one.stations.length;
    case "longest-path":
      return one.path_length;
    case "longest-path-bonus":
      return sumOf(one, "longest-path");
  }
}

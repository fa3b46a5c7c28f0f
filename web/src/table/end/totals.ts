/** The table of a score sheet: one row for each reason, one column for each seat. */
import type { PointsFor, Rules, ScoreSheet } from "../../protocol";
import { sumOf } from "./steps";

export interface Row {
  why: PointsFor;
  /** In the order of the sheet's seats. */
  points: readonly number[];
}

const ORDER: readonly PointsFor[] = [
  "route",
  "country",
  "ticket",
  "missed-ticket",
  "station",
  "longest-path",
  "most-tickets",
];

/** Rows that the board's rules provide for, even if nobody scored in them. */
export function rowsOf(sheet: ScoreSheet, rules: Rules, countries: number): Row[] {
  const known: { readonly [why in PointsFor]: boolean } = {
    route: true,
    ticket: true,
    "missed-ticket": true,
    country: countries > 0,
    station: rules.stations > 0 && rules.station_points > 0,
    "longest-path": rules.longest_path_bonus > 0,
    "most-tickets": rules.most_tickets_bonus > 0,
  };
  return ORDER.map((why) => ({ why, points: sheet.seats.map((seat) => sumOf(seat, why)) })).filter(
    (row) => known[row.why] || row.points.some((points) => points !== 0),
  );
}

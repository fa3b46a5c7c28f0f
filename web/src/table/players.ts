/** What everybody may know of a player at the table. */
import type { Table } from "../app/table.svelte";
import type { SeatInfo, SeatView } from "../protocol";
import type { TableSession } from "./session.svelte";

/** Points so far; the final ones are shown only after the end was told. */
export function pointsOf({ table, endTold }: TableSession, seat: number): number {
  const final = endTold ? table.sheet?.seats[seat]?.total : undefined;
  return final ?? table.open?.seats[seat]?.score ?? 0;
}

/** Whether nobody sits in front of this seat now. */
export function isAway(table: Table, seat: SeatInfo): boolean {
  if (seat.away !== null) return true;
  return seat.bot === null && !table.here.includes(seat.seat) && !table.mine.includes(seat.seat);
}

/** The points of all country cards that a player has won. */
export function countryPoints({ country_cards: cards }: SeatView): number {
  return Object.values(cards)
    .flat()
    .reduce((sum, points) => sum + points, 0);
}

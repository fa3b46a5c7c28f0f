/** What is highlighted on the map at the end: what the current step, or the reason under the pointer, is about. */
import type { BoardData } from "../../app/boards";
import type { Item, ScoreSheet, SeatScore, TicketProgress } from "../../protocol";
import { traced, type Beat } from "./steps";

export interface Spoken {
  beat: Beat | null;
  /** The reason under the pointer. */
  pointed: Item | null;
  sheet: ScoreSheet | null;
  progress: readonly TicketProgress[];
  /** How many wagons of a path are traced so far. */
  wagons: number;
  /** Who has the longest path bonus. */
  holder: SeatScore | undefined;
  length: (route: string) => number;
}

export interface Lit {
  /** Routes of a path or a ticket. */
  trace: readonly string[];
  /** Routes that stations borrow. */
  borrowed: readonly string[];
}

export function litBy(spoken: Spoken): Lit {
  return { trace: traceOf(spoken), borrowed: borrowedOf(spoken) };
}

function traceOf({ beat, pointed, progress, wagons, holder, length }: Spoken): readonly string[] {
  if (beat?.kind === "path") return traced(beat.path, wagons, length);
  if (beat?.kind === "ticket" && beat.done) return progress.find(({ ticket }) => ticket === beat.ticket)?.routes ?? [];
  if (beat) return [];
  if (pointed?.why === "route") return [pointed.what];
  return pointed ? [] : (holder?.path ?? []);
}

function borrowedOf({ beat, sheet }: Spoken): readonly string[] {
  if (beat?.kind === "borrowed" && beat.route) return [beat.route];
  if (beat?.kind === "ticket") return sheet?.seats[beat.seat]?.stations.flatMap((one) => one.route ?? []) ?? [];
  return [];
}

export function ticketOf(beat: Beat | null, pointed: Item | null): string | null {
  if (beat?.kind === "ticket") return beat.ticket;
  return pointed?.why === "ticket" || pointed?.why === "missed-ticket" ? pointed.what : null;
}

/** What a phone brings into view: the whole board if the step is about nothing in particular. */
export function spokenOf(
  data: BoardData,
  beat: Beat | null,
  holder: SeatScore | undefined,
): { routes?: readonly string[]; cities?: readonly string[] } {
  if (beat?.kind === "ticket") {
    const ticket = data.ticket.get(beat.ticket);
    return { cities: ticket ? [ticket.a, ticket.b] : [] };
  }
  if (beat?.kind === "path") return { routes: beat.path };
  if (beat?.kind === "borrowed") return beat.route ? { routes: [beat.route] } : { cities: [beat.city] };
  if (beat === null && holder) return { routes: holder.path };
  return { cities: data.board.cities.map((city) => city.id) };
}

/** The progress of tickets, now or after the picked route is claimed, as the server says. */
import type { OwnView, TicketProgress } from "../protocol";

export interface TicketState {
  id: string;
  joined: boolean;
  /** Trains still needed; null if it cannot be completed any more. */
  toGo: number | null;
  /** As it would be if the picked route were claimed. */
  after: boolean;
  /** The game is over, and it was not completed. */
  missed: boolean;
}

export function ticketStates(
  own: OwnView,
  tickets: readonly string[],
  picked: string | null,
  over: boolean,
): TicketState[] {
  return own.progress
    .filter(({ ticket }) => tickets.includes(ticket))
    .map(({ ticket, joined, missing }) => {
      const left = picked === null ? undefined : own.leaves[ticket]?.[picked];
      const after = left !== undefined && !joined;
      return { id: ticket, joined, toGo: after ? left : missing, after, missed: over && !joined };
    });
}

/** Tickets that a seat has completed between two views of it. */
export function completedSince(before: OwnView | null, now: OwnView | null): readonly TicketProgress[] {
  if (before === null || now === null || before.seat !== now.seat) return [];
  const open = new Set(before.progress.filter(({ joined }) => !joined).map(({ ticket }) => ticket));
  return now.progress.filter(({ ticket, joined }) => joined && open.has(ticket) && now.tickets.includes(ticket));
}

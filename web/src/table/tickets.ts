/** How far tickets are, now or after a route that is about to be claimed: as the server tells it. */
import type { OwnView } from "../protocol";

export interface TicketState {
  id: string;
  joined: boolean;
  /** Trains still to lay; null if nothing joins it any more. */
  toGo: number | null;
  /** As it would be if the picked route were claimed. */
  after: boolean;
  /** The game is over, and it is not joined. */
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

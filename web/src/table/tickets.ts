/** How far tickets are, now or after a route that is about to be claimed. */
import type { BoardData } from "../app/boards";
import type { OpenView, ScoreSheet } from "../protocol";
import { ticketWay } from "./ways";

export interface TicketState {
  id: string;
  joined: boolean;
  /** Trains still to lay on a shortest way; null if none is left. */
  toGo: number | null;
  /** Counted as if the picked route were claimed, and nearer for it. */
  after: boolean;
  /** The game is over, and it is not joined. */
  missed: boolean;
}

/** As they were counted at the end, with stations. */
export function ticketsCounted(sheet: ScoreSheet, seat: number, tickets: readonly string[]): TicketState[] {
  const items = sheet.seats[seat]?.items ?? [];
  return tickets.map((id) => {
    const joined = items.some(({ why, what }) => why === "ticket" && what === id);
    return { id, joined, toGo: joined ? 0 : null, after: false, missed: !joined };
  });
}

export function ticketState(
  data: BoardData,
  open: OpenView | null,
  seat: number,
  tickets: readonly string[],
  picked: string | null,
): TicketState[] {
  const then = open && picked !== null ? claimedBy(open, seat, picked) : null;
  return tickets.map((id) => {
    const now = ticketWay(data, open, seat, id);
    const later = then && !now.joined ? ticketWay(data, then, seat, id) : null;
    const after = later !== null && later.missing < now.missing;
    const missing = after ? later.missing : now.missing;
    return { id, joined: now.joined, toGo: Number.isFinite(missing) ? missing : null, after, missed: false };
  });
}

function claimedBy(open: OpenView, seat: number, route: string): OpenView {
  return {
    ...open,
    seats: open.seats.map((view) => (view.seat === seat ? { ...view, routes: [...view.routes, route] } : view)),
  };
}

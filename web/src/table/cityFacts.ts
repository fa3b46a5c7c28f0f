/** What concerns a player about one city. */
import { linksOf, type BoardData } from "../app/boards";
import type { OwnView } from "../protocol";

/** Tickets of a seat that a city matters to: those that end there, then those whose shortest path leads through it. */
export function ticketsThrough(data: BoardData, own: OwnView, city: string): string[] {
  const here = new Set(
    linksOf(data)
      .get(city)
      ?.map(({ id }) => id),
  );
  const ends = (id: string): boolean => {
    const ticket = data.ticket.get(id);
    return ticket?.a === city || ticket?.b === city;
  };
  const held = own.progress.filter(({ ticket }) => own.tickets.includes(ticket));
  const through = held.filter(({ ticket, routes }) => !ends(ticket) && routes.some((route) => here.has(route)));
  return [...held.filter(({ ticket }) => ends(ticket)), ...through].map(({ ticket }) => ticket);
}

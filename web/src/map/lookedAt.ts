/** What on the map concerns the player: the cities of their tickets, and what is being decided. */
import type { BoardData } from "../app/boards";
import type { OpenView, OwnView } from "../protocol";
import type { Selection } from "./selection.svelte";

/** The cities of all tickets that a seat holds or is offered. */
export function ticketCities(data: BoardData, own: OwnView | null): string[] {
  const cities = [...(own?.tickets ?? []), ...(own?.offered ?? [])].flatMap((id) => {
    const ticket = data.ticket.get(id);
    return ticket ? [ticket.a, ticket.b] : [];
  });
  return [...new Set(cities)];
}

export interface Looked {
  readonly routes: readonly string[];
  readonly cities: readonly string[];
}

/** What is being decided or looked at. */
export function lookedAt(data: BoardData, picked: Selection, open: OpenView | null): Looked | null {
  const route = picked.route ?? open?.tunnel?.route ?? null;
  const ticket = picked.ticket === null ? undefined : data.ticket.get(picked.ticket);
  if (route !== null) return { routes: [route], cities: [] };
  if (picked.city !== null) return { routes: [], cities: [picked.city] };
  return ticket ? { routes: [], cities: [ticket.a, ticket.b] } : null;
}

/** What things on a board are called in the language in use. */
import type { BoardData } from "../../app/boards";
import { said } from "../../i18n/index.svelte";

/** A city, or the country behind a border route. */
export function placeName(data: BoardData, id: string): string {
  const country = data.country.get(id);
  if (country) return said(country.short ?? country.name);
  return data.city.get(id)?.name ?? id;
}

export function routeName(data: BoardData, id: string): string {
  const route = data.route.get(id);
  return route ? `${placeName(data, route.a)} – ${placeName(data, route.b)}` : id;
}

export function ticketName(data: BoardData, id: string): string {
  const ticket = data.ticket.get(id);
  return ticket ? `${placeName(data, ticket.a)} – ${placeName(data, ticket.b)}` : id;
}

/** The other tracks between the same ends. */
export function twins(data: BoardData, id: string): string[] {
  const route = data.route.get(id);
  if (!route) return [];
  return data.board.routes
    .filter(
      (other) =>
        other.id !== id &&
        ((other.a === route.a && other.b === route.b) || (other.a === route.b && other.b === route.a)),
    )
    .map((other) => other.id);
}

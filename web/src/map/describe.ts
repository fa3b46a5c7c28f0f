/** What the map says in words: routes and cities, for tips, lists and screen readers. */
import type { BoardData } from "../app/boards";
import { said, t } from "../i18n/index.svelte";
import { inWords } from "../ui/cards";
import { payments } from "../ui/payments";
import type { Choices, OpenView, Route, SeatInfo } from "../protocol";

/** What the words need to know about the game. */
export interface Known {
  readonly owners: ReadonlyMap<string, number>;
  readonly closed: ReadonlySet<string>;
  readonly seats: readonly SeatInfo[];
  /** The viewer's seat. */
  readonly seat: number | null;
  readonly choices: Choices | null;
}

/** Who owns a route: seat by route. */
export function ownersOf(open: OpenView | null): ReadonlyMap<string, number> {
  return new Map(open?.seats.flatMap(({ seat, routes }) => routes.map((route) => [route, seat] as const)));
}

export function endName(data: BoardData, id: string): string {
  const country = data.country.get(id);
  return country ? said(country.short ?? country.name) : (data.city.get(id)?.name ?? id);
}

export function wayName(data: BoardData, route: Route): string {
  return t("board.way", { a: endName(data, route.a), b: endName(data, route.b) });
}

/** "3 spaces, any colour, tunnel" */
export function kindWords(data: BoardData, route: Route): string {
  const parts = [t("board.spaces", { n: route.length }), t(`board.colour-${route.colour}`)];
  if (route.kind !== "normal") parts.push(t(`board.kind-${route.kind}`));
  if (route.locomotives) parts.push(t("board.locomotives", { n: route.locomotives }));
  const tracks = data.board.routes.filter((one) => joins(one, route.a, route.b));
  if (tracks.length > 1) parts.push(t(tracks[0] === route ? "board.track-1" : "board.track-2"));
  if (route.swap) parts.push(t("board.swap", { n: route.swap }));
  return parts.join(", ");
}

function joins(route: Route, a: string, b: string): boolean {
  return (route.a === a && route.b === b) || (route.a === b && route.b === a);
}

/** "free; you can pay 3 red" */
export function stateWords(route: Route, known: Known): string {
  const owner = known.owners.get(route.id);
  if (owner !== undefined) {
    if (owner === known.seat) return t("board.yours");
    return t("board.taken", { name: seatName(known.seats, owner) });
  }
  if (known.closed.has(route.id)) return t("board.closed");
  const [best] = payments(known.choices?.claim[route.id] ?? []);
  return best ? `${t("board.free")}; ${t("board.can-pay", { cards: inWords(best.line) })}` : t("board.free");
}

export function seatName(seats: readonly SeatInfo[], seat: number): string {
  return seats.find((one) => one.seat === seat)?.name ?? String(seat + 1);
}

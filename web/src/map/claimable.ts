/** Which routes the map lights and which it draws hollow: by what can be claimed, what is needed and what is asked for. */
import type { BoardData } from "../app/boards";
import { LETTERS, type TicketProgress } from "../protocol";
import type { Letter } from "../ui/cards";

interface Claim {
  readonly [route: string]: readonly string[];
}

/** What the player asks for: every claim, or what a card in hand pays for, or what a ticket needs. */
export interface Asked {
  readonly claiming: boolean;
  readonly card: Letter | null;
  readonly ticket: string | null;
}

export interface Lights {
  /** Claims that one of the player's tickets needs: always lit, but never many. */
  readonly needed: readonly string[];
  /** Other claims: lit when asked for. */
  readonly others: readonly string[];
  /** Routes that step back because they cannot be claimed, or not in the way that was asked for. */
  readonly hollow: ReadonlySet<string>;
}

const MOST_NEEDED = 6;
/** With more than this many claims no bed is drawn: solid against hollow says enough. */
export const MOST_LIT = 24;
const NONE: ReadonlySet<string> = new Set();

/** Claimable routes that can be paid with this kind of card. */
export function payableWith(claim: Claim, card: string): ReadonlySet<string> {
  return new Set(Object.keys(claim).filter((route) => claim[route]?.some((line) => line.includes(card))));
}

/** The claims asked for. */
export function claimsOf(
  data: BoardData,
  claim: Claim,
  progress: readonly TicketProgress[],
  { card, ticket }: Asked,
): readonly string[] {
  const paid = card === null ? null : payableWith(claim, card);
  const way = ticket === null ? null : links(data, progress.find((one) => one.ticket === ticket)?.routes ?? []);
  return Object.keys(claim).filter((id) => (paid?.has(id) ?? true) && (way?.has(link(data, id)) ?? true));
}

export function lightsOf(
  data: BoardData,
  claim: Claim | null,
  progress: readonly TicketProgress[],
  asked: Asked,
): Lights {
  if (claim === null) return { needed: [], others: [], hollow: otherColours(data, asked.card) };
  const onDemand = asked.claiming || asked.card !== null;
  const claims = claimsOf(data, claim, progress, onDemand ? asked : { ...asked, ticket: null });
  const ways = needs(data, progress);
  const rank = (id: string): number => ways.findIndex((way) => way.has(link(data, id)));
  const needed = claims
    .filter((id) => rank(id) >= 0)
    .sort((one, two) => rank(one) - rank(two))
    .slice(0, MOST_NEEDED);
  if (!onDemand) return { needed, others: [], hollow: NONE };
  const [shown, first] = [new Set(claims), new Set(needed)];
  return {
    needed,
    others: claims.length > MOST_LIT ? [] : claims.filter((id) => !first.has(id)),
    hollow: new Set(data.board.routes.map(({ id }) => id).filter((id) => !shown.has(id))),
  };
}

/** Tickets whose missing way leads along this route, the dearest first. */
export function servedBy(data: BoardData, progress: readonly TicketProgress[], id: string): string[] {
  return unjoined(data, progress)
    .filter(({ routes }) => links(data, routes).has(link(data, id)))
    .map(({ ticket }) => ticket);
}

/** The paths that tickets still need, the dearest ticket first. */
function needs(data: BoardData, progress: readonly TicketProgress[]): ReadonlySet<string>[] {
  return unjoined(data, progress).map(({ routes }) => links(data, routes));
}

function unjoined(data: BoardData, progress: readonly TicketProgress[]): TicketProgress[] {
  const points = (id: string): number => data.ticket.get(id)?.points ?? 0;
  return progress
    .filter(({ joined, missing }) => !joined && missing !== null)
    .sort((one, two) => points(two.ticket) - points(one.ticket));
}

/** What a route joins: parallel tracks join the same. */
function link(data: BoardData, id: string): string {
  const route = data.route.get(id);
  return route ? [route.a, route.b].sort().join(" ") : id;
}

function links(data: BoardData, routes: readonly string[]): ReadonlySet<string> {
  return new Set(routes.map((id) => link(data, id)));
}

/** While others play, a card in hand shows the routes of its colour and the grey ones. */
function otherColours({ board }: BoardData, card: Letter | null): ReadonlySet<string> {
  if (card === null || card === "L") return NONE;
  const other = board.routes.filter(({ colour }) => colour !== "grey" && LETTERS[colour] !== card);
  return new Set(other.map(({ id }) => id));
}

/** What a claim would do for country cards: a display helper that follows the rules of the table; the server decides. */
import type { BoardData } from "../app/boards";
import type { OpenView, Route } from "../protocol";

export interface Win {
  country: string;
  points: number;
}

/**
 * `wins` cards; or nothing, because it is the `first` country of its network, because the country was in it `before`,
 * because an inland route joins countries `unpaid`, or because the stacks are `empty`.
 */
export type Outcome = "wins" | "first" | "before" | "unpaid" | "empty";

export interface Prospect {
  readonly outcome: Outcome;
  readonly wins: readonly Win[];
  /** The countries that the network would hold, in the board's order. */
  readonly joins: readonly string[];
}

/** What the claim of a route means for country cards; null if it changes nothing about countries. */
export function countryProspect(data: BoardData, open: OpenView, seat: number, routeId: string): Prospect | null {
  const route = data.route.get(routeId);
  if (!route || data.country.size === 0) return null;
  const mine = (open.seats.find((view) => view.seat === seat)?.routes ?? []).flatMap((id) => data.route.get(id) ?? []);
  const before = new Networks(data, mine);
  const [city, end] = before.ends(route);
  const now = new Networks(data, [...mine, route]).countries(city);
  const joins = data.board.countries.map(({ id }) => id).filter((id) => now.has(id));
  const country = countryOf(data, route);
  const sides = [before.countries(city), before.countries(end)];
  const told = (outcome: Outcome, wins: readonly Win[] = []): Prospect => ({ outcome, wins, joins });
  if (country === null) {
    if (joins.length < 2 || sides.some((side) => side.size === now.size)) return null;
    if (!data.board.rules.inland_links_pay || joins.every((id) => before.paid(id))) return told("unpaid");
  } else {
    const held = sides.some((side) => side.has(country));
    if (held && !(data.board.rules.every_border_pays && joins.length > 1)) return told("before");
    if (joins.length < 2) return told("first");
  }
  const wins = joins.flatMap((id): Win[] => {
    const points = open.stacks[id]?.[0];
    return points === undefined ? [] : [{ country: id, points }];
  });
  return wins.length ? told("wins", wins) : told("empty");
}

function countryOf(data: BoardData, { a, b }: Route): string | null {
  return data.country.has(a) ? a : data.country.has(b) ? b : null;
}

/** The networks that some routes make. */
class Networks {
  readonly #parent = new Map<string, string>();

  constructor(
    readonly data: BoardData,
    readonly routes: readonly Route[],
  ) {
    for (const route of routes) {
      const [a, b] = this.ends(route);
      this.#parent.set(this.#root(a), this.#root(b));
    }
  }

  /** Where a route ends, its city first. A country is a place for each city, unless countries connect. */
  ends(route: Route): readonly [string, string] {
    const country = countryOf(this.data, route);
    if (country === null) return [route.a, route.b];
    const city = country === route.a ? route.b : route.a;
    return [city, this.data.board.rules.countries_connect ? country : `${city}|${country}`];
  }

  /** The countries of the network that a place is in. */
  countries(place: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (const route of this.routes) {
      const country = countryOf(this.data, route);
      if (country !== null && this.#root(this.ends(route)[0]) === this.#root(place)) found.add(country);
    }
    return found;
  }

  /** Whether a country is in a network of two countries or more. */
  paid(country: string): boolean {
    return this.routes.some(
      (route) => countryOf(this.data, route) === country && this.countries(this.ends(route)[0]).size > 1,
    );
  }

  #root(place: string): string {
    let root = place;
    for (let next = this.#parent.get(root); next !== undefined && next !== root; next = this.#parent.get(root)) root = next;
    return root;
  }
}

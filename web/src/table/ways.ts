/**
 * Ways over the map for the eye: is a ticket joined, and what is missing. The server alone says what counts;
 * this only lights routes and says "4 trains to go".
 */
import type { BoardData } from "../app/boards";
import type { OpenView, Route } from "../protocol";

export interface Way {
  /** Joined by own routes, or by them and one borrowed through a station. */
  readonly joined: boolean;
  /** Trains still to lay on the shortest way; Infinity if there is none left. */
  readonly missing: number;
  /** The routes of that way, own ones too, in order from a to b. */
  readonly routes: readonly string[];
  /** Those of them that are still to be claimed. */
  readonly open: readonly string[];
}

const NONE: Way = { joined: false, missing: Infinity, routes: [], open: [] };

/** A shortest way between two cities: own routes cost nothing, free ones their length, all others are barred. */
export function way(data: BoardData, open: OpenView | null, seat: number | null, a: string, b: string): Way {
  const owners = ownersOf(open);
  const closed = new Set(open?.closed);
  const borrowing = new Set(seat === null ? [] : (open?.seats.find((one) => one.seat === seat)?.station_cities ?? []));
  const links = linksOf(data);
  const cost = ({ id, a, b, length }: Route): number => {
    const owner = owners.get(id);
    if (owner !== undefined && owner === seat) return 0;
    if (owner !== undefined) return borrowing.has(a) || borrowing.has(b) ? 0 : Infinity;
    return closed.has(id) ? Infinity : length;
  };
  /** A country is an end, unless own routes into one are joined there. */
  const passes = (place: string): boolean => data.board.rules.countries_connect || !data.country.has(place);
  // fewest trains first, then fewest routes; each station lends one route, so one foreign route a station at most
  const best = new Map<string, Step>([[a, { missing: 0, count: 0, by: null, from: null, lent: [] }]]);
  const done = new Set<string>();
  for (;;) {
    let here: string | null = null;
    for (const [city, step] of best)
      if (!done.has(city) && (here === null || before(step, best.get(here) as Step))) here = city;
    if (here === null) return NONE;
    if (here === b) return told(best, b, owners, seat);
    done.add(here);
    const step = best.get(here) as Step;
    for (const route of links.get(here) ?? []) {
      const there = route.a === here ? route.b : route.a;
      const trains = cost(route);
      if (trains === Infinity || done.has(there) || (there !== b && !passes(there))) continue;
      let lent = step.lent;
      const owner = owners.get(route.id);
      if (owner !== undefined && owner !== seat) {
        const lender = [route.a, route.b].find((city) => borrowing.has(city) && !lent.includes(city));
        if (lender === undefined) continue;
        lent = [...lent, lender];
      }
      const next: Step = { missing: step.missing + trains, count: step.count + 1, by: route.id, from: here, lent };
      const known = best.get(there);
      if (known === undefined || before(next, known)) best.set(there, next);
    }
  }
}

/** The same for a ticket by its id. */
export function ticketWay(data: BoardData, open: OpenView | null, seat: number | null, ticket: string): Way {
  const found = data.ticket.get(ticket);
  return found ? way(data, open, seat, found.a, found.b) : NONE;
}

interface Step {
  readonly missing: number;
  readonly count: number;
  readonly by: string | null;
  readonly from: string | null;
  /** Stations that already lend a route on this way. */
  readonly lent: readonly string[];
}

function before(one: Step, two: Step): boolean {
  return one.missing !== two.missing ? one.missing < two.missing : one.count < two.count;
}

function told(best: ReadonlyMap<string, Step>, end: string, owners: ReadonlyMap<string, number>, seat: number | null): Way {
  const routes: string[] = [];
  const missing = best.get(end)?.missing ?? Infinity;
  for (let step = best.get(end); step?.by && step.from !== null; step = best.get(step.from)) routes.unshift(step.by);
  return { joined: missing === 0 && seat !== null, missing, routes, open: routes.filter((id) => !owners.has(id)) };
}

/** Who owns a route: seat by route. */
export function ownersOf(open: OpenView | null): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const { seat, routes } of open?.seats ?? []) for (const route of routes) owners.set(route, seat);
  return owners;
}

const known = new WeakMap<BoardData, ReadonlyMap<string, readonly Route[]>>();

/** The routes of every city and country. */
export function linksOf(data: BoardData): ReadonlyMap<string, readonly Route[]> {
  let links = known.get(data);
  if (links === undefined) {
    const made = new Map<string, Route[]>();
    for (const route of data.board.routes)
      for (const end of [route.a, route.b]) made.set(end, [...(made.get(end) ?? []), route]);
    links = made;
    known.set(data, links);
  }
  return links;
}

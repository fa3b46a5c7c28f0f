/** Routes on paper: their spaces in a row, and the lines that run beneath them. All in units of the drawing. */
import type { BoardData } from "../../app/boards";
import type { Route } from "../../protocol";

export type Point = readonly [number, number];
export type Box = readonly [number, number, number, number];

/** A space: its middle and its direction in radians. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

export interface Row {
  readonly route: Route;
  readonly places: readonly Place[];
  /** The middles of the cities, or plaques, that the route joins. */
  readonly ends: readonly [Point, Point];
  /** The other tracks between the same ends. */
  readonly twins: readonly string[];
  /** 0 for the only track; else 1, 2: which of them. */
  readonly track: number;
}

/** A point seen from the middle of a space, along the route and to its right. */
export function at(place: Place, along: number, across = 0): Point {
  const cos = Math.cos(place.turn);
  const sin = Math.sin(place.turn);
  return [place.x + along * cos - across * sin, place.y + along * sin + across * cos];
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function pairKey(route: Route): string {
  return route.a < route.b ? `${route.a}|${route.b}` : `${route.b}|${route.a}`;
}

/** Every route of the board as the plan places it, by its id. */
export function rowsOf({ board, plan }: BoardData): ReadonlyMap<string, Row> {
  const middles = new Map<string, Point>(
    [...plan.cities, ...plan.countries].map((spot) => [spot.id, [spot.x, spot.y]]),
  );
  const placed = new Map<string, [number, Place][]>();
  for (const { route, index, polygon } of plan.spaces) {
    const [[x0, y0], [x1, y1]] = polygon;
    const x = polygon.reduce((sum, corner) => sum + corner[0], 0) / 4;
    const y = polygon.reduce((sum, corner) => sum + corner[1], 0) / 4;
    const found = placed.get(route) ?? [];
    found.push([index, { x, y, turn: Math.atan2(y1 - y0, x1 - x0) }]);
    placed.set(route, found);
  }
  const pairs = new Map<string, string[]>();
  for (const route of board.routes) pairs.set(pairKey(route), [...(pairs.get(pairKey(route)) ?? []), route.id]);
  const rows = new Map<string, Row>();
  for (const route of board.routes) {
    const places = placed.get(route.id);
    const a = middles.get(route.a);
    const b = middles.get(route.b);
    if (places === undefined || a === undefined || b === undefined) continue;
    places.sort((one, two) => one[0] - two[0]);
    const all = pairs.get(pairKey(route)) ?? [];
    rows.set(route.id, {
      route,
      places: places.map(([, place]) => place),
      ends: [a, b],
      twins: all.filter((id) => id !== route.id),
      track: all.length > 1 ? all.indexOf(route.id) + 1 : 0,
    });
  }
  return rows;
}

/** A line through the short sides of all spaces. */
export function spine(places: readonly Place[], length: number): Point[] {
  return places.flatMap((place) => [at(place, -length / 2), at(place, length / 2)]);
}

/** From end to end; two tracks of one length share a line in their middle. */
export function track(rows: readonly Row[], length: number): Point[] {
  const [first, second] = rows;
  if (first === undefined) return [];
  let line = spine(first.places, length);
  if (second !== undefined && second.places.length === first.places.length) {
    const other = spine(second.places, length);
    const start = line[0];
    const last = other.at(-1);
    if (start && other[0] && last && distance(start, other[0]) > distance(start, last)) other.reverse();
    line = line.map(([x, y], i) => {
      const [ox, oy] = other[i] ?? [x, y];
      return [(x + ox) / 2, (y + oy) / 2];
    });
  }
  return [first.ends[0], ...line, first.ends[1]];
}

/** On which side of a row another track lies: 1 to the right, -1 to the left. */
export function sideOf(row: Row, other: Row): 1 | -1 {
  const here = row.places[Math.floor(row.places.length / 2)];
  if (here === undefined) return 1;
  let nearest = Infinity;
  let across = 0;
  for (const there of other.places) {
    const away = Math.hypot(there.x - here.x, there.y - here.y);
    if (away >= nearest) continue;
    nearest = away;
    across = (there.y - here.y) * Math.cos(here.turn) - (there.x - here.x) * Math.sin(here.turn);
  }
  return across > 0 ? 1 : -1;
}

/** The row in parts, cut wherever two spaces are far apart. */
export function runs(places: readonly Place[], length: number): Place[][] {
  const parts: Place[][] = [];
  for (const place of places) {
    const part = parts.at(-1);
    const before = part?.at(-1);
    if (part && before && Math.hypot(place.x - before.x, place.y - before.y) <= length * 1.6) part.push(place);
    else parts.push([place]);
  }
  return parts;
}

/** How far a point lies from a space, 0 on it. */
export function away(place: Place, x: number, y: number, length: number, breadth: number): number {
  const dx = x - place.x;
  const dy = y - place.y;
  const cos = Math.cos(place.turn);
  const sin = Math.sin(place.turn);
  const along = Math.max(Math.abs(dx * cos + dy * sin) - length / 2, 0);
  const across = Math.max(Math.abs(dy * cos - dx * sin) - breadth / 2, 0);
  return Math.hypot(along, across);
}

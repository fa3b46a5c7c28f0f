/** Routes on paper: their spaces in a row. All in units of the drawing. */
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
  /** Whether another track lies beside it. */
  readonly twin: boolean;
}

/** A point relative to the middle of a space: along the route and to its right. */
export function at(place: Place, along: number, across = 0): Point {
  const cos = Math.cos(place.turn);
  const sin = Math.sin(place.turn);
  return [place.x + along * cos - across * sin, place.y + along * sin + across * cos];
}

/** Every route of the board as it is printed, by its id. */
export function rowsOf({ board, plan }: BoardData): ReadonlyMap<string, Row> {
  const middles = new Map<string, Point>(
    [...plan.cities, ...plan.countries].map((spot) => [spot.id, [spot.x, spot.y]]),
  );
  const rows = new Map<string, Row>();
  const pair = ({ a, b }: Route): string => [a, b].sort().join(" ");
  const tracks = new Map<string, number>();
  for (const route of board.routes) tracks.set(pair(route), (tracks.get(pair(route)) ?? 0) + 1);
  for (const route of board.routes) {
    const places = plan.places[route.id];
    const a = middles.get(route.a);
    const b = middles.get(route.b);
    if (places === undefined || a === undefined || b === undefined) continue;
    rows.set(route.id, {
      route,
      places: places.map(([x, y, angle]) => ({ x, y, turn: (angle * Math.PI) / 180 })),
      ends: [a, b],
      twin: (tracks.get(pair(route)) ?? 0) > 1,
    });
  }
  return rows;
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

/** The area that two boxes share. */
export function overlap(one: Box, two: Box): number {
  const wide = Math.min(one[2], two[2]) - Math.max(one[0], two[0]);
  const high = Math.min(one[3], two[3]) - Math.max(one[1], two[1]);
  return Math.max(0, wide) * Math.max(0, high);
}

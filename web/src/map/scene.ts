/** Everything on a board that never changes during a game: made once per board. */
import type { BoardData } from "../app/boards";
import type { Spot } from "../protocol";
import type { Spotlight } from "./selection.svelte";
import { bedLine, penOf, type Pen } from "./paint/beds";
import { away, rowsOf, type Box, type Row } from "./paint/routeShapes";

export interface Scene {
  readonly data: BoardData;
  readonly pen: Pen;
  readonly rows: ReadonlyMap<string, Row>;
  /** The bed of a route: under its spaces, and all the way from city to city. */
  readonly beds: ReadonlyMap<string, { readonly own: string; readonly whole: string }>;
  readonly spots: ReadonlyMap<string, Spot>;
  /** What must be visible when the whole board is shown. */
  readonly bounds: Box;
  /** Everything that controls must not cover: cities, names, plaques, spaces. */
  readonly ink: readonly Box[];
  /** What the flag of a ticket covers, by its city: controls must not cover those of the player's tickets. */
  readonly flags: ReadonlyMap<string, Box>;
}

const made = new WeakMap<BoardData, Scene>();

export function sceneOf(data: BoardData): Scene {
  const found = made.get(data);
  if (found) return found;
  const { plan } = data;
  const pen = penOf(data);
  const rows = rowsOf(data);
  const ink = inkOf(data, rows, pen);
  const scene: Scene = {
    data,
    pen,
    rows,
    beds: new Map([...rows].map(([id, row]) => [id, { own: bedLine(row, pen), whole: bedLine(row, pen, true) }])),
    spots: new Map([...plan.cities, ...plan.countries].map((spot) => [spot.id, spot])),
    ink,
    flags: new Map(plan.cities.map((spot) => [spot.id, flagBox(spot)])),
    bounds: around(ink) ?? [0, 0, plan.width, plan.height],
  };
  made.set(data, scene);
  return scene;
}

/** How far a flag rises over a city where a ticket ends, and how broad it is, in sizes of its name. */
const [FLAG_HIGH, FLAG_WIDE] = [2.1, 1.85];

function flagBox({ x, y, label }: Spot): Box {
  return [x, y - FLAG_HIGH * label.size, x + FLAG_WIDE * label.size, y];
}

function inkOf({ plan }: BoardData, rows: ReadonlyMap<string, Row>, pen: Pen): Box[] {
  const spots = [...plan.cities, ...plan.countries].flatMap(({ x, y, r, label, box }): Box[] => [
    [x - r, y - r, x + r, y + r],
    box ?? label.box,
  ]);
  const spaces = [...rows.values()].flatMap(({ places }) =>
    places.map(({ x, y, turn }): Box => {
      const dx = (Math.abs(Math.cos(turn)) * pen.length + Math.abs(Math.sin(turn)) * pen.breadth) / 2;
      const dy = (Math.abs(Math.sin(turn)) * pen.length + Math.abs(Math.cos(turn)) * pen.breadth) / 2;
      return [x - dx, y - dy, x + dx, y + dy];
    }),
  );
  return [...spots, ...spaces];
}

function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** The box around some routes and cities. */
export function boxOf(scene: Scene, routes: readonly string[], cities: readonly string[]): Box | null {
  const boxes: Box[] = [];
  const ends = new Set(cities);
  for (const id of routes) {
    const row = scene.rows.get(id);
    if (!row) continue;
    ends.add(row.route.a).add(row.route.b);
    const reach = scene.pen.length / 2;
    for (const { x, y } of row.places) boxes.push([x - reach, y - reach, x + reach, y + reach]);
  }
  for (const id of ends) {
    const spot = scene.spots.get(id);
    const reach = (spot?.r ?? 0) * 3;
    if (spot) boxes.push([spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach]);
  }
  return around(boxes);
}

/** Places by themselves and those that routes join. */
export function placesOf(scene: Scene, spot: Spotlight): ReadonlySet<string> {
  const ends = [...spot.routes, ...spot.way].flatMap((id) => {
    const route = scene.data.route.get(id);
    return route ? [route.a, route.b] : [];
  });
  return new Set([...spot.places, ...ends]);
}

export interface Hit {
  /** A flag is named by its city. */
  readonly kind: "route" | "city" | "flag";
  readonly id: string;
  /** Other tracks nearly as close. */
  readonly also: readonly string[];
}

/** A route and how far it is, in units; 0 on one of its spaces. */
export type Near = readonly [far: number, route: string];

/** Routes around a point, the nearest first. */
export function routesNear(scene: Scene, x: number, y: number, reach: number): Near[] {
  const near: Near[] = [];
  for (const [id, { places }] of scene.rows) {
    let least = Infinity;
    for (const place of places) least = Math.min(least, away(place, x, y, scene.pen.length, scene.pen.breadth));
    if (least <= reach) near.push([least, id]);
  }
  return near.sort((one, two) => one[0] - two[0]);
}

/** A city's disc is smaller than a finger: within this many pixels a touch still hits it, unless a space is there. */
const DISC = 9;

/**
 * What is under a finger; `px` is the number of units per screen pixel. What the finger is on wins, a city's disc
 * before a space; beside both, the nearest route wins, because routes are what is claimed.
 */
export function hitAt(scene: Scene, x: number, y: number, px: number, reach = 22): Hit | null {
  const near = routesNear(scene, x, y, reach * px);
  const [best] = near;
  let city: { far: number; r: number; id: string } | null = null;
  for (const { id, x: cx, y: cy, r } of scene.data.plan.cities) {
    const far = Math.hypot(x - cx, y - cy);
    if (far - r <= reach * px && (city === null || far - r < city.far - city.r)) city = { far, r, id };
  }
  const on = city && best?.[0] !== 0 ? Math.max(city.r, DISC * px) : (city?.r ?? 0);
  if (city && (!best || city.far <= on)) return { kind: "city", id: city.id, also: [] };
  if (!best) return null;
  return {
    kind: "route",
    id: best[1],
    also: near
      .slice(1)
      .filter(([far]) => far - best[0] <= 6 * px)
      .map(([, id]) => id),
  };
}

/** Size variables for the style sheet of the printed board: in units, except the keyline, which is in u. */
export function measuresOf({ plan }: BoardData): string {
  return Object.entries(plan.measures)
    .map(([name, size]) => `--${name}:${size}${name === "key" ? "" : "px"}`)
    .join(";");
}

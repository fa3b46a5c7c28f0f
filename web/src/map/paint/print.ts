/**
 * What is printed on a board, as SVG markup made once: track lines, cuttings, ferry waves, spaces, symbols.
 * All measures are in u, a twenty-fourth of the breadth of a space, so that large and small boards look alike.
 * Colours come from printed.css, so that a theme changes nothing here.
 */
import type { BoardData } from "../../app/boards";
import { circle, n, polyline, ripple, soft, stamped, tile, tiles } from "./svgPaths";
import { at, pairKey, runs, sideOf, spine, track, type Place, type Point, type Row } from "./routeShapes";
import { LOCOMOTIVE, SYMBOLS } from "./symbols";

export interface Pen {
  readonly length: number;
  readonly breadth: number;
  readonly u: number;
}

export function penOf({ plan }: BoardData): Pen {
  return { length: plan.space[0], breadth: plan.space[1], u: plan.space[1] / 24 };
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const path = (name: string, d: string, more = ""): string => `<path class="${name}" d="${d}"${more}/>`;

/** The lines under the spaces; a pair of tracks shares one, and has one of its own for each when the other is closed. */
export interface TrackLine {
  readonly key: string;
  readonly ferry: boolean;
  readonly d: string;
  readonly alone: ReadonlyMap<string, string>;
}

export function trackLines(rows: ReadonlyMap<string, Row>, pen: Pen): TrackLine[] {
  const pairs = new Map<string, Row[]>();
  for (const row of rows.values()) pairs.set(pairKey(row.route), [...(pairs.get(pairKey(row.route)) ?? []), row]);
  return [...pairs].map(([key, pair]) => ({
    key,
    ferry: pair.every((row) => row.route.kind === "ferry"),
    d: polyline(track(pair, pen.length)),
    alone: new Map(pair.length > 1 ? pair.map((row) => [row.route.id, polyline(track([row], pen.length))]) : []),
  }));
}

/** A group for every route, to be found by its `data-route`. */
export function spacesMarkup(rows: ReadonlyMap<string, Row>, pen: Pen): string {
  return [...rows.values()].map((row) => route(row, rows, pen)).join("");
}

function route(row: Row, rows: ReadonlyMap<string, Row>, pen: Pen): string {
  const { route, places } = row;
  const { length, breadth, u } = pen;
  const ferry = route.kind === "ferry";
  const radius = ferry ? breadth / 2 : 3.2 * u;
  const parts: string[] = [];
  if (route.kind === "tunnel") parts.push(cutting(row, pen));
  if (ferry) parts.push(path("waves", waves(row, rows, pen)));
  if (route.kind !== "tunnel")
    parts.push(path("case", tiles(places, length + 3.2 * u, breadth + 3.2 * u, radius + 1.6 * u)));
  const inset = ferry ? 2.8 * u : 1.4 * u;
  parts.push(path("fill", tiles(places, length - inset, breadth - inset, radius - inset / 2)));
  if (route.kind === "border") parts.push(path("inner", inner(places, pen)));
  const first = Math.floor((places.length - route.locomotives) / 2);
  const engines = places.slice(first, first + route.locomotives);
  const plain = places.filter((place) => !engines.includes(place));
  const symbol = SYMBOLS[route.colour];
  const size = breadth * (breadth >= 22 ? 0.68 : 0.76);
  const look = symbol.stroke ? ` style="stroke-width:${n((symbol.stroke * size) / 20)}"` : "";
  const kind = symbol.stroke ? "symbol drawn" : "symbol";
  if (plain.length)
    parts.push(path(kind, plain.map((place) => stamped(symbol.d, place.x, place.y, size)).join(""), look));
  if (engines.length) {
    parts.push(path("capsule", tiles(engines, breadth * 1.5, breadth - 3 * u, breadth)));
    parts.push(path("engine", engines.map((place) => stamped(LOCOMOTIVE, place.x, place.y, breadth * 0.7)).join("")));
  }
  parts.push(badge(row, pen));
  if (row.track) parts.push(shut(places, pen));
  return `<g class="route ${route.kind} c-${route.colour}" data-route="${escaped(route.id)}">${parts.join("")}</g>`;
}

/** One large symbol a route, for boards seen from afar; two tracks bear theirs on different spaces. */
function badge(row: Row, pen: Pen): string {
  const { colour, locomotives } = row.route;
  const count = row.places.length;
  if (colour === "grey" || (row.track && count === 1)) return "";
  const middle = (count - 1) / 2;
  const aside = count % 2 === 0 ? 0.5 : 1;
  const index = row.track
    ? Math.round(row.track === 1 ? middle - aside : middle + aside)
    : locomotives
      ? 0
      : Math.floor(middle);
  const place = row.places[Math.min(count - 1, Math.max(0, index))] as Place;
  const symbol = SYMBOLS[colour];
  const size = pen.breadth * 1.2;
  const look = symbol.stroke ? ` style="stroke-width:${n((symbol.stroke * size) / 20)}"` : "";
  const disc = path("disc", circle(place.x, place.y, pen.breadth * 0.86));
  return `<g class="badge">${disc}${path(symbol.stroke ? "mark drawn" : "mark", stamped(symbol.d, place.x, place.y, size), look)}</g>`;
}

function inner(places: readonly Place[], { length, breadth, u }: Pen): string {
  const x = length / 2 - 3 * u;
  const y = breadth / 2 - 4.4 * u;
  return places.flatMap((place) => [-y, y].map((side) => polyline([at(place, -x, side), at(place, x, side)]))).join("");
}

/** The cutting of a tunnel: teeth along both long sides, a dark edge, a portal at each end. */
function cutting(row: Row, { length, breadth, u }: Pen): string {
  const half = length / 2 + 1.2 * u;
  const side = breadth / 2;
  const count = Math.round((2 * half) / (6.4 * u));
  let teeth = "";
  for (const place of row.places)
    for (let i = 0; i < count; i++) {
      const x = -half + ((i + 0.5) * 2 * half) / count;
      teeth += polyline([at(place, x, -side - 7 * u), at(place, x, side + 7 * u)]);
    }
  const edge = row.places.map((place) => tile(place, 2 * half, 2 * side + 4.8 * u, 2 * u)).join("");
  const bracket = (place: Place, out: number): string => {
    const end = length / 2 + 2.6 * u;
    const reach = breadth / 2 + 7.5 * u;
    return polyline([
      at(place, out * (end - 4.5 * u), -reach - 1.5 * u),
      at(place, out * (end + 0.5 * u), -reach),
      at(place, out * (end + 1.5 * u), 0),
      at(place, out * (end + 0.5 * u), reach),
      at(place, out * (end - 4.5 * u), reach + 1.5 * u),
    ]);
  };
  const portals = bracket(row.places[0] as Place, -1) + bracket(row.places.at(-1) as Place, 1);
  return path("teeth", teeth) + path("edge", edge) + path("portal", portals);
}

/** Ripples along both sides of a ferry, but not towards the track beside it. */
function waves(row: Row, rows: ReadonlyMap<string, Row>, { length, breadth, u }: Pen): string {
  const taken = row.twins.flatMap((id) => {
    const twin = rows.get(id);
    return twin ? [sideOf(row, twin)] : [];
  });
  let d = "";
  for (const run of runs(row.places, length))
    for (const side of [-1, 1] as const)
      if (!taken.includes(side)) d += ripple(spine(run, length), side * (breadth / 2 + 5.2 * u), 3 * u, 9 * u);
  return d;
}

/** A closed twin: a dashed outline with a small cross, so that it cannot be mistaken for an open one. */
function shut(places: readonly Place[], { length, breadth, u }: Pen): string {
  const arm = 4 * u;
  const cross = (place: Place): string =>
    polyline([at(place, -arm, -arm), at(place, arm, arm)]) + polyline([at(place, -arm, arm), at(place, arm, -arm)]);
  return (
    path("shut", tiles(places, length - 2 * u, breadth - 2 * u, 3 * u)) + path("cross", places.map(cross).join(""))
  );
}

/** The line of a bed under the spaces, from the first to the last or to the cities. */
export function bedLine(row: Row, pen: Pen, whole = false): string {
  const reach = pen.length / 2 - 2 * pen.u;
  const first = row.places[0] as Place;
  const last = row.places.at(-1) as Place;
  const middles = row.places.map((place): Point => [place.x, place.y]);
  const line = whole ? [row.ends[0], ...middles, row.ends[1]] : [at(first, -reach), ...middles, at(last, reach)];
  return soft(line);
}

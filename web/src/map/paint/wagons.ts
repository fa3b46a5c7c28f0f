/**
 * Wagons: each seat has a silhouette and roof furniture of its own. A train is a few paths, one for each layer.
 * Shadow, wall and roof are moved straight down or up the screen, whichever way the route runs: light falls from above.
 */
import type { Wagon } from "../../ui/seats";
import type { Pen } from "./beds";
import { at, type Place, type Point, type Row } from "./routeShapes";
import { n, points, polyline, tile } from "./svgPaths";

/** Layers from below. */
export interface Train {
  readonly shadow: string;
  readonly casing: string;
  readonly wall: string;
  readonly roof: string;
  readonly light: string;
  readonly mark: string;
}

/** Half the length and half the breadth of a wagon. */
export interface Size {
  readonly x: number;
  readonly y: number;
  readonly u: number;
}

/** Broader than a space, less so where another track lies beside it, more so from afar. */
export function wagonSize({ length, breadth, u }: Pen, twin = false, far = false): Size {
  const wide = twin ? (far ? 1.2 : 1.1) : far ? 1.34 : 1.2;
  return { x: (length + 1.4 * u) / 2, y: (breadth * wide) / 2, u };
}

export function train(places: readonly Place[], wagon: Wagon, size: Size): Train {
  const { u } = size;
  const layer = (grow: number, down: number): string =>
    places.map((place) => outline(place, wagon, size, grow * u, down * u)).join("");
  return {
    shadow: layer(1.4, 5.2),
    casing: layer(2.2, 0),
    wall: layer(0.2, 3.2),
    roof: layer(-0.4, -1.2),
    light: places.map((place) => light(place, size)).join(""),
    mark: places.map((place) => MARKS[wagon]({ ...place, y: place.y - 1.2 * u }, size)).join(""),
  };
}

/** Around the wagons: the pulse of the last move. */
export function ringAround(places: readonly Place[], wagon: Wagon, size: Size): string {
  return places.map((place) => outline(place, wagon, size, 4.6 * size.u)).join("");
}

/** Wagons before they are laid: their roof, and a dashed edge within it. */
export function phantomTrain(places: readonly Place[], wagon: Wagon, size: Size): { body: string; edge: string } {
  const layer = (grow: number): string =>
    places.map((place) => outline(place, wagon, size, grow * size.u, -1.2 * size.u)).join("");
  return { body: layer(-0.4), edge: layer(-4) };
}

/** The silhouette of a wagon, grown on all sides and moved down the screen. */
function outline(place: Place, wagon: Wagon, { x, y, u }: Size, grow: number, down = 0): string {
  const [long, high] = [x + grow, y + grow];
  const round = (radius: number): string => tile(place, 2 * long, 2 * high, radius, down);
  switch (wagon) {
    case "coach":
      return round(5 * u + grow);
    case "tank":
      return round(high);
    case "van":
      return round(1.6 * u + grow);
    case "hopper":
      return cut(place, long, high, 0.72 * high, down);
    case "railcar":
      return cut(place, long, high, high, down);
  }
}

/** A rectangle with its corners cut; cut to half the breadth, its ends are pointed. */
function cut(place: Place, x: number, y: number, corner: number, down: number): string {
  const side = y - corner;
  const end: readonly Point[] =
    side > 0
      ? [
          [x, -side],
          [x, side],
        ]
      : [[x, 0]];
  const half: readonly Point[] = [[-x + corner, -y], [x - corner, -y], ...end];
  const moved = { ...place, y: place.y + down };
  // the other half is the same, seen from the other end
  const whole = [1, -1].flatMap((way) => half.map(([along, across]) => at(moved, way * along, way * across)));
  return `M${points(whole)}z`;
}

/** A line along the upper edge of the roof. */
function light(place: Place, { x, y, u }: Size): string {
  const across = -y + 3.4 * u;
  // no longer than the edge of pointed wagons
  const half = Math.min(0.6 * x, x - y + 2.4 * u);
  const on = upright({ ...place, y: place.y - 1.2 * u });
  return polyline([at(on, -half, across), at(on, half, across)]);
}

/** The same space, turned so that its left side is the upper one on screen; of an upright one, the left one. */
function upright(place: Place): Place {
  const cos = Math.cos(place.turn);
  const over = Math.abs(cos) < 1e-9 ? Math.sin(place.turn) > 0 : cos < 0;
  return over ? { ...place, turn: place.turn + Math.PI } : place;
}

const bar = (place: Place, x: number, y: number): string => tile(place, 2 * x, 2 * y, Math.min(x, y));
const along = (place: Place, by: number): Place => {
  const [x, y] = at(place, by);
  return { ...place, x, y };
};
function dot({ x, y }: Place, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0z`;
}

/** Roof furniture: at most an eighth of the roof, so that it does not change the colour that reaches the eye. */
const MARKS: { readonly [wagon in Wagon]: (roof: Place, size: Size) => string } = {
  /** One long skylight. */
  coach: (roof, { x, y }) => bar(roof, 0.52 * x, 0.15 * y),
  /** One dome. */
  tank: (roof, { y }) => dot(roof, 0.42 * y),
  /** Three hatches. */
  hopper: (roof, { x, y }) => [-0.4, 0, 0.4].map((share) => dot(along(roof, share * x), 0.25 * y)).join(""),
  /** Two ribs across. */
  van: (roof, { x, y }) => [-0.34, 0.34].map((share) => bar(along(roof, share * x), 0.15 * y, 0.62 * y)).join(""),
  /** One diamond. */
  railcar: (roof, { x, y }) =>
    `M${points([at(roof, -0.34 * x), at(roof, 0, -0.4 * y), at(roof, 0.34 * x), at(roof, 0, 0.4 * y)])}z`,
};

/** The rail of a claimed route: from city to city through the short sides of its spaces. */
export function railLine({ places, ends }: Row, length: number): string {
  const half = length / 2;
  return polyline([ends[0], ...places.flatMap((place) => [at(place, -half), at(place, half)]), ends[1]]);
}

/** Trains nearer to the viewer are drawn later: by how far down the screen their middle is. */
export function drawnOrder<T extends { readonly row: Row }>(trains: readonly T[]): T[] {
  const middle = ({ row }: T): number => row.places.reduce((sum, { y }) => sum + y, 0) / row.places.length;
  return trains
    .map((one) => [middle(one), one] as const)
    .sort((one, two) => one[0] - two[0])
    .map(([, one]) => one);
}

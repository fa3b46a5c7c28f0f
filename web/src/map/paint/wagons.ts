/** Wagons with the pattern of their seat, drawn as a few paths per train. */
import type { Pattern } from "../../ui/seats";
import { polyline, tiles } from "./svgPaths";
import type { Pen } from "./beds";
import { at, type Place } from "./routeShapes";

export interface Train {
  readonly shadow: string;
  readonly casing: string;
  readonly body: string;
  /** Lines, or dots as lines of no length. */
  readonly pattern: string;
  readonly light: string;
}

export function train(places: readonly Place[], { length, breadth, u }: Pen, pattern: Pattern): Train {
  const [long, broad] = [length + u, breadth + u];
  const roof = (place: Place): string => {
    const y = -broad / 2 + 4.2 * u;
    return polyline([at(place, -long / 2 + 5 * u, y), at(place, long / 2 - 5 * u, y)]);
  };
  // light falls from the top of the map, whichever way the train runs
  const upright = (place: Place): Place =>
    Math.cos(place.turn) < 0 ? { ...place, turn: place.turn + Math.PI } : place;
  return {
    shadow: tiles(places, long + 2.8 * u, broad + 2.8 * u, 7.5 * u, 1.9 * u),
    casing: tiles(places, long + 2.4 * u, broad + 2.4 * u, 7 * u),
    body: tiles(places, long - 1.6 * u, broad - 1.6 * u, 5.4 * u),
    pattern: places.map((place) => PATTERNS[pattern](place, long / 2 - 2.6 * u, broad / 2 - 2.2 * u, u)).join(""),
    light: places.map((place) => roof(upright(place))).join(""),
  };
}

/** Around the casing: the pulse of the last move. */
export function ringAround(places: readonly Place[], { length, breadth, u }: Pen): string {
  return tiles(places, length + 6 * u, breadth + 6 * u, 8.5 * u);
}

/** Wagons before they are laid: their body, and a dashed edge within it. */
export function phantomTrain(places: readonly Place[], { length, breadth, u }: Pen): { body: string; edge: string } {
  return {
    body: tiles(places, length + 0.4 * u, breadth + 0.4 * u, 5.4 * u),
    edge: tiles(places, length - 4.4 * u, breadth - 4.4 * u, 3.2 * u),
  };
}

type Draw = (place: Place, x: number, y: number, u: number) => string;

const PATTERNS: { readonly [pattern in Pattern]: Draw } = {
  plain: () => "",
  stripes(place, x, y, u) {
    let d = "";
    const step = 8.6 * u;
    for (let start = -x - 2 * y + step * 0.6; start < x; start += step) {
      const from = Math.max(start, -x);
      const to = Math.min(start + 2 * y, x);
      if (to - from > u) d += polyline([at(place, from, y - (from - start)), at(place, to, y - (to - start))]);
    }
    return d;
  },
  dots(place, x, y, u) {
    const across = Math.max(2, Math.round((2 * x) / (9.6 * u)));
    let d = "";
    for (let i = 0; i < across; i++)
      for (const side of [-0.46, 0.46]) {
        const dot = at(place, ((i + 0.5) / across - 0.5) * 2 * x, side * y);
        d += polyline([dot, dot]);
      }
    return d;
  },
  chevrons(place, x, y, u) {
    const count = Math.max(2, Math.round((2 * x) / (12 * u)));
    let d = "";
    for (let i = 0; i < count; i++) {
      const middle = ((i + 0.5) / count - 0.5) * 2 * x;
      d += polyline([at(place, middle - 2.6 * u, -y), at(place, middle + 2.6 * u, 0), at(place, middle - 2.6 * u, y)]);
    }
    return d;
  },
  lines(place, x, y) {
    return [-0.42, 0.42].map((side) => polyline([at(place, -x, side * y), at(place, x, side * y)])).join("");
  },
};

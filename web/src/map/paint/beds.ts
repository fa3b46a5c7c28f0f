/** The lines of beds under lit routes. All measures are in u, a twenty-fourth of the breadth of a space. */
import type { BoardData } from "../../app/boards";
import { soft } from "./svgPaths";
import { at, type Place, type Point, type Row } from "./routeShapes";

export interface Pen {
  readonly length: number;
  readonly breadth: number;
  readonly u: number;
}

export function penOf({ plan }: BoardData): Pen {
  return { length: plan.space[0], breadth: plan.space[1], u: plan.space[1] / 24 };
}

/** The line of a bed under the spaces: from the first to the last, or from city to city. */
export function bedLine(row: Row, pen: Pen, whole = false): string {
  const reach = pen.length / 2 - 2 * pen.u;
  const first = row.places[0] as Place;
  const last = row.places.at(-1) as Place;
  const middles = row.places.map((place): Point => [place.x, place.y]);
  const line = whole ? [row.ends[0], ...middles, row.ends[1]] : [at(first, -reach), ...middles, at(last, reach)];
  return soft(line);
}

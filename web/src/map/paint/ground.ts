/** The map beneath a board as markup made once: waterlines, land, lakes, rivers, borders, graticule. */
import type { BoardData } from "../../app/boards";
import { polyline } from "./svgPaths";
import { rings } from "../labels/freeSpace";
import type { Point } from "./routeShapes";

export function groundMarkup({ plan, ground }: BoardData): string {
  if (!ground) return "";
  const fine = plan.width / 1600 + plan.space[1] / 48;
  const line = (name: string, d: string, width: number, more = ""): string =>
    d ? `<path class="${name}" d="${d}" style="stroke-width:${width * fine}px${more}"/>` : "";
  // broad soft strokes do not show small bays, and a browser paints them much faster without
  const shore = thinned(rings(ground.land), 3 * fine);
  return [
    line("waterline far-out", shore, 50),
    line("waterline", shore, 22),
    line("land", ground.land, 1.1),
    ground.home ? `<path class="home" d="${ground.home}"/>` : "",
    line("graticule", ground.graticule, 1.2 / fine),
    line("river", ground.rivers, 1.9),
    line("lake", ground.lakes, 1),
    line("border", ground.borders, 1.5, `;stroke-dasharray:${6 * fine} ${3.6 * fine}`),
  ].join("");
}

/** The same rings with points nearer than `least` to the one before left out. */
export function thinned(shapes: readonly Point[][], least: number): string {
  let d = "";
  for (const shape of shapes) {
    const kept: Point[] = [];
    for (const point of shape) {
      const before = kept.at(-1);
      if (!before || Math.hypot(point[0] - before[0], point[1] - before[1]) >= least) kept.push(point);
    }
    if (kept.length > 2) d += `${polyline(kept)}z`;
  }
  return d;
}

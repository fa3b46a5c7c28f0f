/** A station: a gabled house over the middle of a city, in layers like a wagon's. */
import type { Box } from "./routeShapes";
import { n } from "./svgPaths";

export interface House {
  readonly shadow: string;
  readonly casing: string;
  readonly wall: string;
  readonly roof: string;
}

export function house(x: number, y: number, side: number, u: number): House {
  return {
    shadow: gabled(x, y, side, 1.1 * u, 5.2 * u),
    casing: gabled(x, y, side, 2.4 * u, 1 * u),
    wall: gabled(x, y, side, 0, 3.1 * u),
    roof: gabled(x, y, side, 0, 0),
  };
}

/** Grown on all sides, and moved down the screen. */
function gabled(x: number, y: number, side: number, grow: number, down: number): string {
  const [half, middle] = [side / 2 + grow, y + down];
  const [top, eaves, foot] = [
    middle - 0.636 * side - grow,
    middle - 0.216 * side - grow / 2,
    middle + 0.36 * side + grow,
  ];
  return `M${n(x)} ${n(top)}L${n(x + half)} ${n(eaves)}V${n(foot)}H${n(x - half)}V${n(eaves)}z`;
}

/** What a name must not cover. */
export function houseBox(x: number, y: number, side: number, u: number): Box {
  const half = side / 2 + 3 * u;
  return [x - half, y - 0.6 * side, x + half, y + 0.36 * side + 4 * u];
}

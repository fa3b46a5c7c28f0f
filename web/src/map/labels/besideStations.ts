/** A station is larger than the disc of its city: the name steps aside for it, so that no letter is covered. */
import type { Box } from "../paint/routeShapes";
import type { Labels, Name } from "./labels";

/** `houses` are the boxes of stations by city. */
export function besideStations(labels: Labels, houses: ReadonlyMap<string, Box>): Labels {
  if (houses.size === 0) return labels;
  const out = new Map(labels);
  for (const [id, house] of houses) {
    const name = labels.get(id);
    if (name) out.set(id, aside(name, house));
  }
  return out;
}

/** Moved the shortest way out of the house's box. */
function aside(name: Name, [left, top, right, bottom]: Box): Name {
  const [x0, y0, x1, y1] = name.box;
  if (x0 >= right || x1 <= left || y0 >= bottom || y1 <= top) return name;
  const dx = right - x0 < x1 - left ? right - x0 : left - x1;
  const dy = bottom - y0 < y1 - top ? bottom - y0 : top - y1;
  const [mx, my] = Math.abs(dx) <= Math.abs(dy) ? [dx, 0] : [0, dy];
  return { ...name, box: [x0 + mx, y0 + my, x1 + mx, y1 + my] };
}

/** Where things of a lesson lie on the screen: in pixels of the page. */
import type { Box } from "../../map/paint/routeShapes";
import type { Scene } from "../../map/scene";

export function boxOf(element: Element): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
}

/** Those of the first selector that finds something to see. */
export function partBoxes(root: Element, selectors: readonly string[]): Box[] {
  for (const selector of selectors) {
    const found = [...root.querySelectorAll(selector)].map(boxOf).filter(([x0, y0, x1, y1]) => x1 > x0 && y1 > y0);
    const [first] = found;
    if (first) return [first];
  }
  return [];
}

/** From units of the drawing to pixels of the page; null while there is no map. */
export function onScreen(root: Element): ((box: Box) => Box) | null {
  const map = root.querySelector(".board");
  const sheet = map?.querySelector(".sheet");
  if (!map || !sheet) return null;
  const { a, e, f } = new DOMMatrix(getComputedStyle(sheet).transform);
  const { left, top } = map.getBoundingClientRect();
  const [x, y] = [left + e, top + f];
  return (box) => [box[0] * a + x, box[1] * a + y, box[2] * a + x, box[3] * a + y];
}

/** A box around each space of some routes, in units. */
export function routeBoxes({ rows, pen }: Scene, routes: readonly string[]): Box[] {
  const reach = pen.length * 0.6;
  return routes.flatMap((id) =>
    (rows.get(id)?.places ?? []).map(({ x, y }): Box => [x - reach, y - reach, x + reach, y + reach]),
  );
}

/** Room that a flag takes, in u: to one side or the other, and above its city. */
const [SIDE, ABOVE] = [46, 56];

/** A box around each city or country, in units; with its flag if it has one. */
export function placeBoxes({ spots, pen }: Scene, places: readonly string[], flags = false): Box[] {
  return places.flatMap((id): Box[] => {
    const spot = spots.get(id);
    if (!spot) return [];
    if (spot.box) return [spot.box];
    const reach = spot.r * 2;
    if (!flags) return [[spot.x - reach, spot.y - reach, spot.x + reach, spot.y + reach]];
    return [[spot.x - SIDE * pen.u, spot.y - ABOVE * pen.u, spot.x + SIDE * pen.u, spot.y + reach]];
  });
}

/**
 * Calls back, at most once a frame, when parts of the page have changed their size, or the map has moved. The map
 * only counts when it has come to rest: nothing is placed anew while it moves.
 */
export function watchLayout(root: HTMLElement, changed: () => void): () => void {
  let frame = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(changed);
  };
  const sized = new ResizeObserver(soon);
  for (const part of [
    root,
    ...root.querySelectorAll("main.map, .rail, .dock, .foot, .sheet, .over-map, section.choice, .coach"),
  ])
    sized.observe(part);
  const moved = new MutationObserver(() => {
    clearTimeout(resting);
    resting = setTimeout(soon, 120);
  });
  const sheet = root.querySelector(".board .sheet");
  if (sheet) moved.observe(sheet, { attributes: true, attributeFilter: ["style"] });
  soon();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(resting);
    sized.disconnect();
    moved.disconnect();
  };
}

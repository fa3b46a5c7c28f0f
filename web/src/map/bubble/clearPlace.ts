/** Places a small thing beside something on the map so that it covers as little as possible. */
import { overlap, type Box, type Point } from "../paint/routeShapes";

const GAPS = [14, 34, 60, 90];
const EDGE = 8;
/** What fraction of its own area it may cover in order to be a hundred pixels closer. */
const NEAR = 0.5;
/** Cost of covering anything at all: half a name is as unreadable as none. */
const TOUCH = 0.1;

/**
 * The top left corner for a thing of this size beside `at`, within `room`; all in pixels. `ink` should stay
 * visible, `taken` already covers the map. Null if there is no place.
 */
export function clearOf(
  at: Box,
  [width, height]: Point,
  room: Box,
  ink: readonly Box[],
  taken: readonly Box[] = [],
): Point | null {
  let best: Point | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const gap of GAPS)
    for (const across of [1, -1, 0])
      for (const down of [0, 1, -1]) {
        if (across === 0 && down === 0) continue;
        const x = beside(at[0], at[2], width, across, gap);
        const y = beside(at[1], at[3], height, down, gap);
        const box: Box = [x, y, x + width, y + height];
        if (x < room[0] + EDGE || y < room[1] + EDGE || box[2] > room[2] - EDGE || box[3] > room[3] - EDGE) continue;
        if (taken.some((one) => overlap(box, one) > 0)) continue;
        const covered = [...ink, at].map((one) => overlap(box, one)).filter((area) => area > 0);
        const cost = covered.reduce((sum, area) => sum + TOUCH + area / (width * height), (gap / 100) * NEAR);
        if (cost < least) [best, least] = [[x, y], cost];
      }
  return best;
}

/** Along one side: after it, before it, or around its middle. */
function beside(from: number, to: number, size: number, side: number, gap: number): number {
  return side > 0 ? to + gap : side < 0 ? from - gap - size : (from + to - size) / 2;
}

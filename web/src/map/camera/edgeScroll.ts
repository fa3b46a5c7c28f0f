/** When cards are dragged to the edge of the map, it scrolls after a moment to show what lies beyond. */
import type { Box, Point } from "../paint/routeShapes";

const EDGE = 34;
const DWELL = 220;
const SPEED = 0.45;

/** How fast to move the map, in pixels per millisecond, for a pointer at a point of the screen. */
export function pull(x: number, y: number, [left, top, right, bottom]: Box): Point {
  const push = (low: number, high: number): number => (low < EDGE ? 1 - low / EDGE : high < EDGE ? high / EDGE - 1 : 0);
  if (x < left || x > right || y < top || y > bottom) return [0, 0];
  return [push(x - left, right - x) * SPEED, push(y - top, bottom - y) * SPEED];
}

/** Calls `pan` for every frame once the pointer, which `at` returns, has been at the edge for a moment. */
export function pulling(
  at: () => { x: number; y: number; room: Box } | null,
  pan: (dx: number, dy: number) => void,
): () => void {
  let since: number | null = null;
  let before = performance.now();
  let frame = requestAnimationFrame(step);
  function step(now: number): void {
    const here = at();
    const [dx, dy] = here ? pull(here.x, here.y, here.room) : [0, 0];
    if (dx === 0 && dy === 0) since = null;
    else since ??= now;
    if (since !== null && now - since > DWELL) pan(dx * (now - before), dy * (now - before));
    before = now;
    frame = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(frame);
}

/** Keys that move the map: plus and minus, 0 for the whole board, arrows. */
import type { Point } from "../paint/routeShapes";

/** How far an arrow moves the map, in pixels. */
const STEP = 80;
const ZOOM = 1.5;
const ARROWS: { readonly [key: string]: Point } = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export interface Moves {
  zoom(factor: number): void;
  fit(): void;
  pan(dx: number, dy: number): void;
}

/** Arrows belong to the list of cities, unless the map itself has the focus or Shift is held. */
export function mapKey(event: KeyboardEvent, surface: HTMLElement | undefined, moves: Moves): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target;
  if (target instanceof HTMLInputElement) return;
  const arrow = ARROWS[event.key];
  if (event.key === "+" || event.key === "=") moves.zoom(ZOOM);
  else if (event.key === "-") moves.zoom(1 / ZOOM);
  else if (event.key === "0") moves.fit();
  else if (arrow && (target === surface || event.shiftKey)) moves.pan(arrow[0] * STEP, arrow[1] * STEP);
  else return;
  event.preventDefault();
}

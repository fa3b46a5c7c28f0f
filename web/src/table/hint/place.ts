/** Where a hint stands on the map: near what it is about, over nothing that the player needs to see. */
import { overlap, type Box, type Point } from "../../map/paint/routeShapes";

const EDGE = 12;
/** Pixels from one tried place to the next. */
const STEP = 28;
/** Room for the leader. */
const GAP = 22;

export interface Around {
  /** What the hint is about, piece by piece: it is never covered, nor touched. */
  readonly subject: readonly Box[];
  /** Own trains, ends of own tickets, controls: not covered if there is any other place. */
  readonly kept: readonly Box[];
  /** Everything else that is printed: as little as possible is covered. */
  readonly ink: readonly Box[];
}

const MUST = 1000;
const SHOULD = 40;
/** Cost of covering a name or a space, and of standing a hundred pixels farther away. */
const TOUCH = 0.6;
const FAR = 3;

/** The top left corner for a hint of this size that is about a point, within a room; all in pixels. */
export function placed(at: Point, [width, height]: Point, room: Box, { subject, kept, ink }: Around): Point {
  const [left, top] = [room[0] + EDGE, room[1] + EDGE];
  const [right, bottom] = [Math.max(left, room[2] - EDGE - width), Math.max(top, room[3] - EDGE - height)];
  const seen = ink.filter((box) => overlap(box, room) > 0);
  const clear = subject.map(([x, y, x2, y2]): Box => [x - GAP, y - GAP, x2 + GAP, y2 + GAP]);
  let best: Point = [right, top];
  let least = Number.POSITIVE_INFINITY;
  for (const x of steps(left, right))
    for (const y of steps(top, bottom)) {
      const box: Box = [x, y, x + width, y + height];
      let cost = (FAR * away(at, box)) / 100;
      for (const one of clear) if (overlap(box, one) > 0) cost += MUST;
      for (const one of kept) if (overlap(box, one) > 0) cost += SHOULD;
      if (cost >= least) continue;
      for (const one of seen) if (overlap(box, one) > 0) cost += TOUCH;
      if (cost < least) [best, least] = [[x, y], cost];
    }
  return best;
}

function steps(from: number, to: number): number[] {
  const count = Math.ceil((to - from) / STEP);
  return Array.from({ length: count + 1 }, (_, i) => Math.min(to, from + i * STEP));
}

/** The point of a box that is nearest to a point. */
export function nearest([x, y]: Point, [left, top, right, bottom]: Box): Point {
  return [Math.min(Math.max(x, left), right), Math.min(Math.max(y, top), bottom)];
}

function away(at: Point, box: Box): number {
  const [x, y] = nearest(at, box);
  return Math.hypot(at[0] - x, at[1] - y);
}

/** Above something of a panel, its right edges in line, within a room. */
export function above(target: Box, [width, height]: Point, room: Box): Point {
  const left = Math.min(Math.max(target[2] - width, room[0] + EDGE), room[2] - EDGE - width);
  const over = target[1] - GAP - height;
  return [left, over >= room[1] + EDGE ? over : Math.min(target[3] + GAP, room[3] - EDGE - height)];
}

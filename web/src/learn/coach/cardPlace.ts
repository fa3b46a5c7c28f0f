/** Finds a place for the coach's card: beside what it speaks of, never over it. */
import { overlap, type Box, type Point } from "../../map/paint/routeShapes";

/** Pixels between two places that are tried. */
const STEP = 12;
const EDGE = 12;
/** How many pixels further away a card moves rather than cover one thing worth seeing, and its whole area of such. */
const TOUCH = 60;
const AREA = 400;

export interface CardPlace {
  readonly left: number;
  readonly top: number;
}

/**
 * The place for a card of this size within `room`, with its middle as near as possible to `goal` without covering any
 * of `at`; `spare` is better left uncovered. All in pixels. Without enough room, the place that covers least of `at`.
 */
export function cardPlace(
  at: readonly Box[],
  [width, height]: Point,
  room: Box,
  spare: readonly Box[],
  goal: Point,
): CardPlace {
  const [left, top] = [room[0] + EDGE, room[1] + EDGE];
  const [right, bottom] = [Math.max(left, room[2] - EDGE - width), Math.max(top, room[3] - EDGE - height)];
  const area = width * height;
  let best: CardPlace = { left, top };
  let least = Number.POSITIVE_INFINITY;
  for (const y of between(top, bottom))
    for (const x of between(left, right)) {
      const box: Box = [x, y, x + width, y + height];
      const away = Math.hypot(x + width / 2 - goal[0], y + height / 2 - goal[1]);
      const cost = (covered(box, at).area / area) * 1e6 + price(covered(box, spare), area) + away;
      if (cost < least) [best, least] = [{ left: x, top: y }, cost];
    }
  return best;
}

function covered(box: Box, others: readonly Box[]): { count: number; area: number } {
  let [count, area] = [0, 0];
  for (const other of others) {
    const shared = overlap(box, other);
    if (shared > 0) count++;
    area += shared;
  }
  return { count, area };
}

function price({ count, area }: { count: number; area: number }, whole: number): number {
  return count * TOUCH + (area / whole) * AREA;
}

/** The middle of some boxes taken together; there must be one. */
export function middleOf(boxes: readonly Box[]): Point {
  const mean = (side: (box: Box) => number): number => boxes.reduce((all, box) => all + side(box), 0) / boxes.length;
  return [mean((box) => (box[0] + box[2]) / 2), mean((box) => (box[1] + box[3]) / 2)];
}

function between(least: number, most: number): number[] {
  const places: number[] = [];
  for (let place = least; place < most; place += STEP) places.push(place);
  return [...places, most];
}

export interface Notch {
  readonly side: "above" | "below" | "left" | "right";
  /** Where along the card's edge it sits, in pixels. */
  readonly along: number;
}

/** Which edge of a placed card faces what it speaks of; null if it speaks of nothing. */
export function notchOf(at: readonly Box[], card: Box): Notch | null {
  const aim = nearest(at, card);
  if (!aim) return null;
  const [x, y] = aim;
  const across = Math.max(card[0] - x, x - card[2], 0);
  const down = Math.max(card[1] - y, y - card[3], 0);
  const hold = (value: number, length: number): number => Math.max(24, Math.min(value, length - 24));
  if (across > down) return { side: x < card[0] ? "left" : "right", along: hold(y - card[1], card[3] - card[1]) };
  return { side: y < card[1] ? "above" : "below", along: hold(x - card[0], card[2] - card[0]) };
}

/** The middle of the box nearest to the card. */
function nearest(at: readonly Box[], card: Box): Point | null {
  let best: Point | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const box of at) {
    const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const far = Math.hypot(Math.max(card[0] - x, x - card[2], 0), Math.max(card[1] - y, y - card[3], 0));
    if (far < least) [best, least] = [[x, y], far];
  }
  return best;
}

/** Places a bubble beside a point of the screen so that it covers little and is not cut off. */

export interface GameOnMap {
  readonly left: number;
  readonly top: number;
  readonly side: "right" | "left" | "below" | "above";
  /** Where along its edge the notch sits. */
  readonly notch: number;
}

const GAP = 16;
const EDGE = 8;

export function beside(
  x: number,
  y: number,
  width: number,
  height: number,
  roomWidth: number,
  roomHeight: number,
  /** How much is covered at the top. */
  head = 0,
): GameOnMap {
  const hold = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
  const fitsRight = x + GAP + width <= roomWidth - EDGE;
  if (fitsRight || x - GAP - width >= EDGE) {
    const top = hold(y - height / 2, head + EDGE, roomHeight - height - EDGE);
    const left = fitsRight ? x + GAP : x - GAP - width;
    return { left, top, side: fitsRight ? "right" : "left", notch: hold(y - top, 14, height - 14) };
  }
  const left = hold(x - width / 2, EDGE, roomWidth - width - EDGE);
  const below = y + GAP + height <= roomHeight - EDGE;
  const top = below ? Math.max(head + EDGE, y + GAP) : Math.max(head + EDGE, y - GAP - height);
  return { left, top, side: below ? "below" : "above", notch: hold(x - left, 14, width - 14) };
}

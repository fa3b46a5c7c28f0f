/** The countries around a board: where their papers lie, the cards on them, and what is written there. */
import type { Country, Names, OpenView, SeatInfo, Spot } from "../../protocol";
import { seatLook, type SeatLook } from "../../ui/seats";
import type { Letter } from "./mapWords";
import type { Scene } from "../scene";

export interface Card {
  readonly points: number;
  readonly x: number;
  readonly gone: boolean;
  readonly taker: SeatLook | null;
  readonly top: boolean;
}

export interface Plaque {
  readonly id: string;
  /** Seen from afar: only what matters most is told, and larger. */
  readonly afar: boolean;
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly baseline: number;
  readonly middle: number;
  /** The cards' upper edge, height and breadth, and how much of one is seen when it has no taker any more. */
  readonly tops: number;
  readonly tall: number;
  readonly wide: number;
  readonly strip: number;
  readonly step: number;
  readonly cards: readonly Card[];
}

/** Papers of all countries; `grown` is how many times larger than planned city names are, to be read from afar. */
export function plaquesOf(
  scene: Scene,
  open: OpenView | null,
  seats: readonly SeatInfo[],
  grown: number,
  say: (names: Names) => string,
): Plaque[] {
  return scene.data.board.countries.flatMap((country) => {
    const spot = scene.spots.get(country.id);
    if (!spot?.box) return [];
    const laid = laidOut(scene, spot, country, say(country.short ?? country.name), grown);
    return { id: country.id, ...laid, cards: cardsOf(country, open, seats, laid.step, laid.start) };
  });
}

/** Cards in the order of the stack: those that were taken are the first. */
function cardsOf(
  { id, cards }: Country,
  open: OpenView | null,
  seats: readonly SeatInfo[],
  step: number,
  start: number,
): Card[] {
  const takers = new Map<number, SeatLook[]>();
  for (const view of open?.seats ?? [])
    for (const points of view.country_cards[id] ?? []) {
      const colour = seats.find((seat) => seat.seat === view.seat)?.colour;
      if (colour) takers.set(points, [...(takers.get(points) ?? []), seatLook(colour)]);
    }
  const gone = cards.length - (open?.stacks[id]?.length ?? cards.length);
  return cards.map((points, i) => ({
    points,
    x: start + i * step,
    gone: i < gone,
    taker: i < gone ? (takers.get(points)?.shift() ?? null) : null,
    top: i === gone,
  }));
}

/** From afar the name is set as large as those of cities, cut to three letters, and the top card alone is told. */
function laidOut(scene: Scene, spot: Spot, country: Country, full: string, grown: number) {
  const [left, top, right, bottom] = spot.box ?? [0, 0, 0, 0];
  const height = bottom - top;
  const least = (scene.data.plan.cities[0]?.label.size ?? 0) * grown;
  const afar = grown > 1 && least > spot.label.size * 1.1;
  const name = afar ? full.slice(0, 3) : full;
  const pad = height * (afar ? 0.05 : 0.09);
  const size = Math.min(afar ? least : spot.label.size, ((right - left) * 1.72) / name.length);
  const baseline = top + pad + size * 0.72;
  const tops = baseline + size * (afar ? 0.14 : 0.36);
  const tall = bottom - pad - tops;
  const wide = Math.min(tall * (afar ? 1.2 : 0.8), right - left - 2 * pad);
  const step = Math.min(wide * 0.82, (right - left - 2 * pad - wide) / Math.max(1, country.cards.length - 1));
  const strip = Math.min(wide, step * 0.94);
  const start = (left + right - wide - step * (country.cards.length - 1)) / 2;
  const middle = (left + right) / 2;
  return {
    afar,
    name,
    left,
    top,
    width: right - left,
    height,
    size,
    baseline,
    middle,
    tops,
    tall,
    wide,
    strip,
    step,
    start,
  };
}

/** What is written on a paper: the country, the cards' points, and the letters of who took one. */
export function plaqueLetters({
  id,
  afar,
  name,
  size,
  baseline,
  middle,
  tops,
  tall,
  wide,
  strip,
  step,
  cards,
}: Plaque): Letter[] {
  const letters: Letter[] = [{ key: id, text: name, x: middle, y: baseline, size, look: "title" }];
  const half = tops + tall / 2;
  for (const [i, { points, x, gone, taker, top }] of cards.entries()) {
    const key = `${id} ${i}`;
    const written = tall * (afar ? 1.05 : top ? 0.72 : 0.54);
    if (taker)
      letters.push({
        key,
        text: taker.letter,
        x: x + strip / 2,
        y: half + tall * 0.12,
        size: tall * 0.34,
        look: "seat",
        colour: taker.ink,
      });
    if (!gone && (top || !afar))
      letters.push({
        key,
        text: `${points}`,
        x: x + (top ? wide / 2 : wide - step / 2),
        y: half + written * 0.345,
        size: written,
        look: top ? "points top" : "points",
      });
  }
  return letters;
}

/** The countries around a board: where their plaques lie, the cards on them, and their text. */
import type { Country, Names, OpenView, PlaqueSetting, SeatInfo } from "../../protocol";
import { seatLook, type SeatLook } from "../../ui/seats";
import type { Letter } from "./mapWords";
import type { Box } from "../paint/routeShapes";
import type { Scene } from "../scene";

export interface Card {
  readonly points: number;
  readonly x: number;
  readonly gone: boolean;
  readonly taker: SeatLook | null;
  readonly top: boolean;
}

/** A country's plaque, and how it is filled. */
export interface Plaque {
  readonly id: string;
  readonly name: string;
  readonly box: Box;
  readonly set: PlaqueSetting;
  /** Width of a card that has been taken: no wider than the part that the next card leaves visible. */
  readonly strip: number;
  readonly cards: readonly Card[];
}

/** Plaques of all countries, for names that many steps larger than planned. */
export function plaquesOf(
  scene: Scene,
  open: OpenView | null,
  seats: readonly SeatInfo[],
  steps: number,
  say: (names: Names) => string,
): Plaque[] {
  return scene.data.board.countries.flatMap((country) => {
    const box = scene.spots.get(country.id)?.box;
    const settings = scene.data.plan.plaques[country.id] ?? [];
    const set = settings[Math.min(Math.max(0, steps), settings.length - 1)];
    if (!box || !set) return [];
    const full = say(country.short ?? country.name);
    return {
      id: country.id,
      name: set.afar ? full.slice(0, 3) : full,
      box,
      set,
      strip: Math.min(set.width, set.step * 0.94),
      cards: cardsOf(country, open, seats, set),
    };
  });
}

/** Cards in the order of the stack: those already taken come first. */
function cardsOf(
  { id, cards }: Country,
  open: OpenView | null,
  seats: readonly SeatInfo[],
  { start, step }: PlaqueSetting,
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

/** The text on a plaque: the country, the cards' points, and the letters of those who took one. */
export function plaqueLetters({ id, name, box, set, strip, cards }: Plaque): Letter[] {
  const { afar, size, baseline, top: tops, height: tall, width: wide, step } = set;
  const letters: Letter[] = [{ key: id, text: name, x: (box[0] + box[2]) / 2, y: baseline, size, look: "title" }];
  const half = tops + tall / 2;
  for (const [i, { points, x, gone, taker, top }] of cards.entries()) {
    const key = `${id} ${i}`;
    const written = afar ? Math.min(tall, (wide * 1.5) / String(points).length) : tall * (top ? 0.72 : 0.54);
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
    if (!gone)
      letters.push({
        key,
        text: `${points}`,
        // a covered card is written on where the next one leaves it free; from afar they lie side by side
        x: x + (top || afar ? wide / 2 : wide - step / 2),
        y: half + written * 0.345,
        size: written,
        look: top ? "points top" : "points",
      });
  }
  return letters;
}

/** Text on a board in the reader's language, placed where the drawing says: waters, tags, stations. */
import type { Colour, Tag, WaterName } from "../../protocol";
import { seatLook } from "../../ui/seats";
import type { Scene } from "../scene";

/** A text, anchored at the middle of its baseline. */
export interface Letter {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** What kind of text it is; decides the font. */
  readonly look: string;
  readonly colour?: string;
  readonly turn?: { readonly angle: number; readonly x: number; readonly y: number };
}

/** Tags by route, sized like names that many steps larger than planned. */
export function tagsOf({ data: { plan } }: Scene, language: string, steps: number): ReadonlyMap<string, Tag> {
  return new Map(
    Object.entries(plan.tags[language] ?? {}).flatMap(([route, tags]) => {
      const tag = tags[Math.min(Math.max(0, steps), tags.length - 1)];
      return tag ? [[route, tag]] : [];
    }),
  );
}

export function waterLetters(waters: readonly WaterName[]): Letter[] {
  // spaced letters have a space after the last one, too
  return waters.map(({ text, x, y, size, angle }) => ({
    key: `water ${text}`,
    text,
    x: x + size * 0.11,
    y: y + size * 0.3,
    size,
    look: "water",
    turn: { angle, x, y },
  }));
}

export function tagLetters(tags: ReadonlyMap<string, Tag>): Letter[] {
  return [...tags].map(([route, { text, x, y, size }]) => ({
    key: `tag ${route}`,
    text,
    x,
    y: y + size * 0.345,
    size,
    look: "tag",
  }));
}

/** How wide a station is drawn. */
export function stationSide({ pen, data }: Scene): number {
  return Math.max(pen.breadth * 1.88, 2.4 * (data.plan.cities[0]?.r ?? 0));
}

export function stationLetters(scene: Scene, stations: ReadonlyMap<string, Colour>): Letter[] {
  const side = stationSide(scene);
  return [...stations].flatMap(([id, colour]) => {
    const spot = scene.spots.get(id);
    const { letter, ink } = seatLook(colour);
    if (!spot) return [];
    return {
      key: `station ${id}`,
      text: letter,
      x: spot.x,
      y: spot.y + side * 0.21,
      size: side * 0.61,
      look: "seat",
      colour: ink,
    };
  });
}

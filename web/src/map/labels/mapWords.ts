/** What is written on a board in the reader's language, set where there is room: waters, and tags of special routes. */
import type { Colour, Names } from "../../protocol";
import { seatLook } from "../../ui/seats";
import { panel, type Room } from "./freeSpace";
import { at, type Place, type Point } from "../paint/routeShapes";
import type { Scene } from "../scene";
import { waterNames, type WaterName } from "./waters";

/** Something written, from its baseline's middle. */
export interface Letter {
  readonly key: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** What it is, for its fonts. */
  readonly look: string;
  readonly colour?: string;
  readonly turn?: { readonly angle: number; readonly x: number; readonly y: number };
}

export interface Tag {
  readonly route: string;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** Where its string is tied to the route. */
  readonly anchor: Point;
}

/** Tags of routes that other cards may pay, `grown` times as large as city names are planned. */
export function tagsOf(scene: Scene, swap: (n: number) => string, grown: number): Tag[] {
  const special = [...scene.rows.values()].filter(({ route }) => route.swap);
  if (special.length === 0) return [];
  const room = scene.room.copy();
  const size = (scene.data.plan.cities[0]?.label.size ?? scene.pen.breadth) * grown;
  return special.flatMap(({ route, places }) => tagged(route.id, places, swap(route.swap), size, scene, room) ?? []);
}

/** The names of waters, where neither routes nor these tags are. */
export function watersOf(scene: Scene, tags: readonly Tag[], say: (names: Names) => string): WaterName[] {
  const room = scene.room.copy();
  for (const { x, y, width, height } of tags) room.take(panel([x, y], width, height));
  return waterNames(scene.data, room, say);
}

function tagged(
  route: string,
  places: readonly Place[],
  text: string,
  size: number,
  { pen }: Scene,
  room: Room,
): Tag | null {
  const width = text.length * size * 0.48 + size * 1.1;
  const height = size * 1.7;
  const centre = (places.length - 1) / 2;
  const tries = places.flatMap((place, i) =>
    [1, -1].flatMap((side) =>
      [0, 0.5, 1, 2, 3].map((far) => {
        // how far an upright paper reaches towards a route of this direction
        const reach = (Math.abs(Math.sin(place.turn)) * width + Math.abs(Math.cos(place.turn)) * height) / 2;
        const across = side * (reach + pen.breadth / 2 + 5 * pen.u + far * size);
        return { cost: Math.abs(i - centre) + far, place, across, side };
      }),
    ),
  );
  tries.sort((one, two) => one.cost - two.cost);
  for (const { place, across, side } of tries) {
    const [x, y] = at(place, 0, across);
    const paper = panel([x, y], width + 6 * pen.u, height + 6 * pen.u);
    if (!room.holds(paper)) continue;
    room.take(paper);
    return { route, text, x, y, width, height, size, anchor: at(place, 0, (side * pen.breadth) / 2) };
  }
  return null;
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

export function tagLetters(tags: readonly Tag[]): Letter[] {
  return tags.map(({ route, text, x, y, size }) => ({
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
  return Math.max(pen.breadth * 1.55, 2.4 * (data.plan.cities[0]?.r ?? 0));
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
      y: spot.y + side * 0.24,
      size: side * 0.58,
      look: "seat",
      colour: ink,
    };
  });
}

/** What is written on a board in the reader's language, set where there is room: waters, and tags of special routes. */
import type { Names } from "../protocol";
import { panel, type Room } from "./room";
import { at, type Place, type Point } from "./rows";
import type { Scene } from "./scene";
import { waterNames, type WaterName } from "./waters";

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

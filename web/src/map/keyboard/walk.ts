/** Walking a map with arrow keys: from city to city along routes. */
import { linksOf } from "../../app/boards";
import type { Scene } from "../scene";

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const TURNS: { readonly [direction in Direction]: number } = {
  ArrowRight: 0,
  ArrowDown: Math.PI / 2,
  ArrowLeft: Math.PI,
  ArrowUp: -Math.PI / 2,
};

export function isDirection(key: string): key is Direction {
  return key in TURNS;
}

/** The neighbour in that direction; else any city in it; else null. */
export function neighbour(scene: Scene, from: string, direction: Direction): string | null {
  const ends = new Set((linksOf(scene.data).get(from) ?? []).map((route) => (route.a === from ? route.b : route.a)));
  const cities = scene.data.plan.cities.map((spot) => spot.id).filter((id) => id !== from);
  return (
    nearest(
      scene,
      from,
      direction,
      cities.filter((id) => ends.has(id)),
      1.05,
    ) ?? nearest(scene, from, direction, cities, 0.8)
  );
}

/** The nearest and most straight ahead; none more than `wide` radians off. */
function nearest(
  scene: Scene,
  from: string,
  direction: Direction,
  ids: readonly string[],
  wide: number,
): string | null {
  const here = scene.spots.get(from);
  if (!here) return null;
  let best = Infinity;
  let found: string | null = null;
  for (const id of ids) {
    const there = scene.spots.get(id);
    if (!there) continue;
    const turn = Math.atan2(there.y - here.y, there.x - here.x) - TURNS[direction];
    const aside = Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
    if (aside > wide) continue;
    const cost = Math.hypot(there.x - here.x, there.y - here.y) * (1 + 1.6 * aside * aside);
    if (cost < best) {
      best = cost;
      found = id;
    }
  }
  return found;
}

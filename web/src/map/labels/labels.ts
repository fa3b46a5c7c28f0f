/**
 * City names for a board seen from afar. In the layout, names never touch a space. When they must be larger to be
 * readable, some find no place beside the spaces. From afar those are left out, the least important first, for a name
 * would hide whole routes; nearer, where it hides only a part of one, it may. No name lies on another.
 */
import type { Label, Spot, WaterName } from "../../protocol";
import type { Scene } from "../scene";
import { linksOf } from "../../app/boards";
import type { Box } from "../paint/routeShapes";
import { at } from "../paint/routeShapes";
import { clash, gapOf, grownInPlace, placesOf, plaqueBoxes, type NamePlace } from "./namePlaces";

/** Smallest size of city names on screen, in pixels; on a phone, which is held in a hand that moves, larger. */
export const LEAST = 10.5;
export const LEAST_ON_PHONE = 11.25;
/** Largest size: close to a city there is more to see than its name. */
export const MOST = 23;

/** How many steps larger than planned names must be at this scale; 0 is as planned, below 0 is smaller. */
export function stepsAt(scene: Scene, scale: number, least = LEAST): number {
  const size = (scene.data.plan.cities[0]?.label.size ?? least / scale) * scale;
  const steps = (wished: number): number => Math.log(wished / size) / Math.log(scene.data.plan.growth);
  if (size < least) return Math.ceil(steps(least) - 0.01);
  return Math.min(0, Math.ceil(steps(MOST)));
}

/** Place and size of a name; its lines lie in it as planned. */
export type Name = Pick<Label, "size" | "box">;
export type Labels = ReadonlyMap<string, Name | null>;
const known = new WeakMap<Scene, Map<string, Labels>>();
/** By city. */
type Places = ReadonlyMap<string, readonly NamePlace[]>;
const knownPlaces = new WeakMap<Scene, Map<string, Places>>();

/** Names by city; null for those left out. `first` are the cities whose names are kept longest. */
export function labelsAt(scene: Scene, steps: number, first: ReadonlySet<string>, far: boolean): Labels {
  const made = known.get(scene) ?? new Map<string, Labels>();
  known.set(scene, made);
  const key = [steps, ...(steps > 0 ? [far, ...first] : [])].join(" ");
  const labels = made.get(key) ?? setNames(scene, steps, first, far);
  made.set(key, labels);
  return labels;
}

function setNames(scene: Scene, steps: number, first: ReadonlySet<string>, far: boolean): Labels {
  const { cities, growth } = scene.data.plan;
  const grown = growth ** steps;
  if (steps <= 0) return new Map(cities.map((spot) => [spot.id, sized(spot, grown, grownInPlace(spot, grown))]));
  const links = linksOf(scene.data);
  const places = placesAt(scene, steps, far);
  const weight = ({ id }: Spot): number => (first.has(id) ? 100 : 0) + (links.get(id)?.length ?? 0);
  const kept: Box[] = plaqueBoxes(scene);
  const out = new Map<string, Name | null>();
  for (const spot of [...cities].sort((one, two) => weight(two) - weight(one))) {
    const gap = gapOf(spot, grown);
    const flags = first.has(spot.id) ? pennants(spot, grown) : [];
    const found = places
      .get(spot.id)
      ?.find(
        ({ box }) =>
          !kept.some((other) => clash(box, gap, other)) &&
          (flags.length === 0 || flags.some((flag) => !clash(box, 0, flag))),
      );
    if (found) kept.push(found.box);
    const flag = flags.find((one) => !found || !clash(found.box, 0, one));
    if (flag) kept.push(flag);
    out.set(spot.id, found ? sized(spot, grown, found.box) : null);
  }
  return out;
}

/** Where the pennant of a ticket may fly over its city: to the right, or to the left. */
function pennants({ x, y, label }: Spot, grown: number): Box[] {
  const size = label.size * grown;
  const [top, bottom, wide] = [y - 2.1 * size, y - 0.95 * size, 1.85 * size];
  return [
    [x, top, x + wide, bottom],
    [x - wide, top, x, bottom],
  ];
}

/** The places of each name, before any are taken: the same whichever names are kept longest. */
function placesAt(scene: Scene, steps: number, far: boolean): Places {
  const made = knownPlaces.get(scene) ?? new Map<string, Places>();
  knownPlaces.set(scene, made);
  const key = `${steps} ${far}`;
  const grown = scene.data.plan.growth ** steps;
  const places =
    made.get(key) ?? new Map(scene.data.plan.cities.map((spot) => [spot.id, placesOf(scene, spot, grown, far)]));
  made.set(key, places);
  return places;
}

/** Whether a city name overlaps the name of a sea or lake. */
export function covered(water: WaterName, labels: Iterable<Name | null>): boolean {
  const place = { x: water.x, y: water.y, turn: (water.angle * Math.PI) / 180 };
  for (const label of labels)
    for (let share = -0.5; label && share <= 0.5; share += 0.1) {
      const [x, y] = at(place, share * water.width);
      const [left, top, right, bottom] = label.box;
      const near = water.size * 0.45;
      if (x > left - near && x < right + near && y > top - near && y < bottom + near) return true;
    }
  return false;
}

const sized = ({ label }: Spot, grown: number, box: Box): Name => ({ size: label.size * grown, box });

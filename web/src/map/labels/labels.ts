/**
 * City names for a board seen from afar. In the layout, names never touch a space; when they must be larger to be
 * readable, they may cover part of a space but never another name, and the least important are left out.
 */
import type { Label, Spot, WaterName } from "../../protocol";
import type { Scene } from "../scene";
import { linksOf } from "../../app/boards";
import type { Box, Point } from "../paint/routeShapes";
import { at } from "../paint/routeShapes";

/** Smallest size of city names on screen, in pixels. */
export const LEAST = 10.5;
/** Largest size: close to a city there is more to see than its name. */
export const MOST = 23;
const CLASH = 100;

/** How many steps larger than planned names must be at this scale; 0 is as planned, below 0 is smaller. */
export function stepsAt(scene: Scene, scale: number): number {
  const size = (scene.data.plan.cities[0]?.label.size ?? LEAST / scale) * scale;
  const steps = (wished: number): number => Math.log(wished / size) / Math.log(scene.data.plan.growth);
  if (size < LEAST) return Math.ceil(steps(LEAST) - 0.01);
  return Math.min(0, Math.ceil(steps(MOST)));
}

/** Place and size of a name; its lines lie in it as planned. */
export type Name = Pick<Label, "size" | "box">;
export type Labels = ReadonlyMap<string, Name | null>;
const known = new WeakMap<Scene, Map<string, Labels>>();
const knownSettings = new WeakMap<Scene, Map<number, readonly Setting[]>>();
const knownPoints = new WeakMap<Scene, readonly Point[]>();

/** Names by city; null for those left out. `first` are the cities whose names are kept longest. */
export function labelsAt(scene: Scene, steps: number, first: ReadonlySet<string>): Labels {
  const made = known.get(scene) ?? new Map<string, Labels>();
  known.set(scene, made);
  const key = [steps, ...(steps > 0 ? first : [])].join(" ");
  const labels = made.get(key) ?? setNames(scene, steps, first);
  made.set(key, labels);
  return labels;
}

function setNames(scene: Scene, steps: number, first: ReadonlySet<string>): Labels {
  const { cities, growth } = scene.data.plan;
  const grown = growth ** steps;
  if (steps <= 0) return new Map(cities.map((spot) => [spot.id, sized(spot, grown, grownInPlace(spot, grown))]));
  const links = linksOf(scene.data);
  const weight = (id: string): number => (first.has(id) ? 100 : 0) + (links.get(id)?.length ?? 0);
  const kept: Box[] = plaquesOf(scene);
  const out = new Map<string, Name | null>();
  const all = [...settingsAt(scene, steps)].sort((one, two) => weight(two.spot.id) - weight(one.spot.id));
  for (const { spot, gap, chosen } of all) {
    const fits = !kept.some((box) => clash(chosen, gap, box));
    if (fits) kept.push(chosen);
    out.set(spot.id, fits ? sized(spot, grown, chosen) : null);
  }
  return out;
}

/** The best place for each name, before any are left out: the same whichever names are kept longest. */
function settingsAt(scene: Scene, steps: number): readonly Setting[] {
  const made = knownSettings.get(scene) ?? new Map<number, readonly Setting[]>();
  knownSettings.set(scene, made);
  const settings = made.get(steps) ?? settingsOf(scene, scene.data.plan.growth ** steps);
  made.set(steps, settings);
  return settings;
}

function settingsOf(scene: Scene, grown: number): Setting[] {
  const plaques = plaquesOf(scene);
  const all = scene.data.plan.cities.map((spot): Setting => {
    const reach = reachOf(spot, grown);
    const near = nearby(scene, spot, reach);
    const gap = gapOf(spot, grown);
    const ways = tries(spot, grown).map(({ box, cost }) => ({
      box,
      cost: cost + covering(box, gap, near, plaques, scene),
    }));
    ways.sort((one, two) => one.cost - two.cost);
    return { spot, reach, gap, ways, chosen: ways[0]?.box ?? spot.label.box };
  });
  const rivals = new Map(all.map((one) => [one, all.filter((other) => other !== one && within(one, other))]));
  for (let round = 0; round < 4; round++) {
    let changed = false;
    for (const one of all) {
      let best = Infinity;
      let box = one.chosen;
      for (const way of one.ways) {
        if (way.cost >= best) break;
        let cost = way.cost;
        for (const other of rivals.get(one) ?? []) if (clash(way.box, one.gap, other.chosen)) cost += CLASH;
        if (cost < best) [best, box] = [cost, way.box];
      }
      if (box !== one.chosen) changed = true;
      one.chosen = box;
    }
    if (!changed) break;
  }
  return all;
}

function plaquesOf(scene: Scene): Box[] {
  return scene.data.plan.countries.flatMap((spot) => (spot.box ? [spot.box] : []));
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

/** A candidate place for a name, and its cost. Only boxes: most candidates are never used. */
interface Way {
  readonly box: Box;
  readonly cost: number;
}

/** A city, the candidate places of its name, best first, and the one in use. */
interface Setting {
  readonly spot: Spot;
  readonly reach: Reach;
  /** Names side by side need a letter's width between them. */
  readonly gap: number;
  readonly ways: readonly Way[];
  chosen: Box;
}

const sized = ({ label }: Spot, grown: number, box: Box): Name => ({ size: label.size * grown, box });
const gapOf = ({ label }: Spot, grown: number): number => label.size * grown * 0.25;

function clash(box: Box, gap: number, other: Box): boolean {
  return box[0] - gap < other[2] && other[0] < box[2] + gap && box[1] < other[3] && other[1] < box[3];
}

/** As planned, grown away from the city or shrunk towards it. */
function grownInPlace(spot: Spot, grown: number): Box {
  const [left, top, right, bottom] = spot.label.box;
  const x = Math.min(Math.max(spot.x, left), right);
  const y = Math.min(Math.max(spot.y, top), bottom);
  return [x + (left - x) * grown, y + (top - y) * grown, x + (right - x) * grown, y + (bottom - y) * grown];
}

/** All candidate places of a name around its city. */
function tries(spot: Spot, grown: number): Way[] {
  const [left, top, right, bottom] = spot.label.box;
  const width = (right - left) * grown;
  const height = (bottom - top) * grown;
  const near = spot.r + spot.label.size * grown * 0.14;
  const set = (x: number, y: number): Box => [x, y, x + width, y + height];
  const out: Way[] = [{ box: grownInPlace(spot, grown), cost: -0.5 }];
  for (const x of [spot.x + near, spot.x - near - width])
    for (const [share, cost] of [
      [0.5, 0],
      [0.3, 0.3],
      [0.7, 0.3],
      [0.05, 0.6],
      [0.95, 0.6],
    ] as const)
      out.push({ box: set(x, spot.y - share * height), cost });
  for (const y of [spot.y - near - height, spot.y + near])
    for (const [share, cost] of [
      [0.5, 0.2],
      [0.3, 0.5],
      [0.7, 0.5],
      [0.1, 0.8],
      [0.9, 0.8],
    ] as const)
      out.push({ box: set(spot.x - share * width, y), cost });
  return out;
}

/** What a name around a city could cover. */
interface Near {
  readonly spaces: readonly Point[];
  readonly discs: readonly Spot[];
}

/** How far from its city a name can lie, to either side and up or down. */
interface Reach {
  readonly dx: number;
  readonly dy: number;
}

function reachOf({ r, label }: Spot, grown: number): Reach {
  const [left, top, right, bottom] = label.box;
  return { dx: r + (right - left + label.size) * grown, dy: r + (bottom - top + label.size) * grown };
}

/** Whether the names of two cities could overlap at all. */
function within(one: Setting, other: Setting): boolean {
  const across = one.reach.dx + other.reach.dx;
  return (
    Math.abs(one.spot.x - other.spot.x) < across && Math.abs(one.spot.y - other.spot.y) < one.reach.dy + other.reach.dy
  );
}

function nearby(scene: Scene, { id, x, y }: Spot, { dx, dy }: Reach): Near {
  const points = pointsOf(scene);
  const spaces = points
    .slice(firstAfter(points, x - dx), firstAfter(points, x + dx))
    .filter((point) => point[1] > y - dy && point[1] < y + dy);
  const discs = scene.data.plan.cities.filter(
    (other) => other.id !== id && Math.abs(other.x - x) < dx + other.r && Math.abs(other.y - y) < dy + other.r,
  );
  return { spaces, discs };
}

/** Three points of every space, from west to east. */
function pointsOf(scene: Scene): readonly Point[] {
  const made = knownPoints.get(scene);
  if (made) return made;
  const points: Point[] = [];
  for (const { places } of scene.rows.values())
    for (const place of places) for (const share of [-0.35, 0, 0.35]) points.push(at(place, share * scene.pen.length));
  points.sort((one, two) => one[0] - two[0]);
  knownPoints.set(scene, points);
  return points;
}

/** Index of the first point east of `x`, by halving. */
function firstAfter(points: readonly Point[], x: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.[0] ?? Infinity) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

function covering(box: Box, gap: number, { spaces, discs }: Near, plaques: readonly Box[], { bounds }: Scene): number {
  const [left, top, right, bottom] = box;
  let cost = 0;
  // by index: destructuring is many times slower until the script is optimised, and this runs at every step
  for (const point of spaces)
    if (point[0] > left && point[0] < right && point[1] > top && point[1] < bottom) cost += 2.5;
  for (const { x, y, r } of discs) {
    const dx = Math.max(left - x, x - right, 0);
    const dy = Math.max(top - y, y - bottom, 0);
    if (Math.hypot(dx, dy) < r + 2) cost += 25;
  }
  for (const plaque of plaques) if (clash(box, gap, plaque)) cost += CLASH;
  // a fitted board leaves hardly any room around it
  const slack = gap * 1.6;
  const out =
    left < bounds[0] - slack || right > bounds[2] + slack || top < bounds[1] - slack || bottom > bounds[3] + slack;
  return out ? cost + 40 : cost;
}

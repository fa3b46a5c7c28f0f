/** Where a name larger than planned can lie around its city: not on another city or a plaque, and not on a space. */
import type { Spot } from "../../protocol";
import type { Box } from "../paint/routeShapes";
import type { Scene } from "../scene";

/** A place for a name, and how much worse it is than the best one. */
export interface NamePlace {
  readonly box: Box;
  readonly cost: number;
}

/** A space of a route as a turned rectangle. */
interface Space {
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
}

/** How far from its city a name may begin, in letter sizes; farther off it seems to belong to another one. */
const FARTHER = [0, 0.35, 0.8];
/** Places beside a city: how much of the name lies above its middle, and the cost. */
const BESIDE = [
  [0.5, 0],
  [0.3, 0.3],
  [0.7, 0.3],
  [0.05, 0.6],
  [0.95, 0.6],
] as const;
/** Places above and below a city: how much of the name lies left of its middle, and the cost. */
const ABOVE = [
  [0.5, 0.2],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.1, 0.8],
  [0.9, 0.8],
] as const;

const known = new WeakMap<Scene, readonly Space[]>();

/** What a space or another city under a name costs, or a place outside the board: more than any that is free. */
const [SPACE, DISC, OUT] = [5, 25, 40];

/** Its places, the best first; `strict` leaves out all that are not free. */
export function placesOf(scene: Scene, spot: Spot, grown: number, strict: boolean): NamePlace[] {
  const [left, top, right, bottom] = spot.label.box;
  const [width, height] = [(right - left) * grown, (bottom - top) * grown];
  const far = spot.r + spot.label.size * grown * (1 + (FARTHER.at(-1) ?? 0));
  const [dx, dy] = [far + width, far + height];
  const gap = gapOf(spot, grown);
  const spaces = near(scene, spot.x, spot.y, dx, dy).map((space) => shut(space, scene, width / 2, height / 2));
  const discs = scene.data.plan.cities.filter(
    (other) =>
      other.id !== spot.id && Math.abs(other.x - spot.x) < dx + other.r && Math.abs(other.y - spot.y) < dy + other.r,
  );
  const plaques = plaqueBoxes(scene);
  const bad = (box: Box): number =>
    SPACE * spacesUnder(spaces, box[0] + width / 2, box[1] + height / 2) +
    (onDisc(discs, box) ? DISC : 0) +
    (inside(scene, box, gap) ? 0 : OUT);
  return tries(spot, grown)
    .filter(({ box }) => !plaques.some((plaque) => clash(box, gap, plaque)))
    .map(({ box, cost }) => ({ box, cost, bad: bad(box) }))
    .filter((place) => !strict || place.bad === 0)
    .map(({ box, cost, bad }) => ({ box, cost: cost + bad }))
    .sort((one, two) => one.cost - two.cost);
}

/** Names side by side need a letter's width between them. */
export const gapOf = ({ label }: Spot, grown: number): number => label.size * grown * 0.25;

export function clash(box: Box, gap: number, other: Box): boolean {
  return box[0] - gap < other[2] && other[0] < box[2] + gap && box[1] < other[3] && other[1] < box[3];
}

/** As planned, grown away from the city or shrunk towards it. */
export function grownInPlace(spot: Spot, grown: number): Box {
  const [left, top, right, bottom] = spot.label.box;
  const x = Math.min(Math.max(spot.x, left), right);
  const y = Math.min(Math.max(spot.y, top), bottom);
  return [x + (left - x) * grown, y + (top - y) * grown, x + (right - x) * grown, y + (bottom - y) * grown];
}

export function plaqueBoxes(scene: Scene): Box[] {
  return scene.data.plan.countries.flatMap((spot) => (spot.box ? [spot.box] : []));
}

function tries(spot: Spot, grown: number): NamePlace[] {
  const [left, top, right, bottom] = spot.label.box;
  const width = (right - left) * grown;
  const height = (bottom - top) * grown;
  const size = spot.label.size * grown;
  const set = (x: number, y: number): Box => [x, y, x + width, y + height];
  const out: NamePlace[] = [{ box: grownInPlace(spot, grown), cost: -0.5 }];
  for (const farther of FARTHER) {
    const off = spot.r + size * (0.14 + farther);
    for (const [share, cost] of BESIDE)
      for (const x of [spot.x + off, spot.x - off - width])
        out.push({ box: set(x, spot.y - share * height), cost: cost + 2 * farther });
    for (const [share, cost] of ABOVE)
      for (const y of [spot.y - off - height, spot.y + off])
        out.push({ box: set(spot.x - share * width, y), cost: cost + 2 * farther });
  }
  return out;
}

/** A fitted board leaves hardly any room around it. */
function inside({ bounds }: Scene, [left, top, right, bottom]: Box, gap: number): boolean {
  const slack = gap * 1.6;
  return (
    left >= bounds[0] - slack && right <= bounds[2] + slack && top >= bounds[1] - slack && bottom <= bounds[3] + slack
  );
}

function onDisc(discs: readonly Spot[], box: Box): boolean {
  return discs.some(({ x, y, r }) => {
    const dx = Math.max(box[0] - x, x - box[2], 0);
    const dy = Math.max(box[1] - y, y - box[3], 0);
    return Math.hypot(dx, dy) < r + 2;
  });
}

/** A space, and how near to it the middle of a name may not come: across the map, down it, along and across the space. */
interface Shut extends Space {
  readonly right: number;
  readonly down: number;
  readonly along: number;
  readonly across: number;
}

/** All names of a city have one size, so most of the sums are done once. */
function shut({ x, y, cos, sin }: Space, { pen }: Scene, wide: number, high: number): Shut {
  const [half, broad] = [pen.length / 2, pen.breadth / 2];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return {
    x,
    y,
    cos,
    sin,
    right: wide + half * c + broad * s,
    down: high + half * s + broad * c,
    along: half + wide * c + high * s,
    across: broad + wide * s + high * c,
  };
}

/** On how many spaces a name around this point lies: no side of either is between them. */
function spacesUnder(spaces: readonly Shut[], x: number, y: number): number {
  let found = 0;
  for (const space of spaces) {
    const dx = space.x - x;
    const dy = space.y - y;
    if (
      Math.abs(dx) < space.right &&
      Math.abs(dy) < space.down &&
      Math.abs(dx * space.cos + dy * space.sin) < space.along &&
      Math.abs(dy * space.cos - dx * space.sin) < space.across
    )
      found++;
  }
  return found;
}

/** The spaces around a point, from those sorted from west to east. */
function near(scene: Scene, x: number, y: number, dx: number, dy: number): Space[] {
  const spaces = spacesOf(scene);
  const reach = scene.pen.length;
  return spaces
    .slice(firstAfter(spaces, x - dx - reach), firstAfter(spaces, x + dx + reach))
    .filter((space) => Math.abs(space.y - y) < dy + reach);
}

function spacesOf(scene: Scene): readonly Space[] {
  const made = known.get(scene);
  if (made) return made;
  const spaces = [...scene.rows.values()]
    .flatMap(({ places }) => places)
    .map(({ x, y, turn }): Space => ({ x, y, cos: Math.cos(turn), sin: Math.sin(turn) }))
    .sort((one, two) => one.x - two.x);
  known.set(scene, spaces);
  return spaces;
}

/** Index of the first space east of `x`, by halving. */
function firstAfter(spaces: readonly Space[], x: number): number {
  let low = 0;
  let high = spaces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spaces[middle]?.x ?? Infinity) > x) high = middle;
    else low = middle + 1;
  }
  return low;
}

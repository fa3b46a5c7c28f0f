/** Path data for what lies on a board: a whole train in one path, so that a board has only a few hundred nodes. */
import { at, type Place, type Point } from "./routeShapes";

/** A hundredth of a unit is finer than any screen shows. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function points(line: readonly Point[]): string {
  return line.map(([x, y]) => `${n(x)} ${n(y)}`).join("L");
}

export function polyline(line: readonly Point[]): string {
  return line.length > 0 ? `M${points(line)}` : "";
}

/** A soft line: through the first and last point, bending between the others. */
export function soft(line: readonly Point[]): string {
  const [first] = line;
  if (first === undefined) return "";
  if (line.length < 3) return polyline(line);
  let d = `M${n(first[0])} ${n(first[1])}`;
  for (let i = 1; i < line.length - 1; i++) {
    const here = line[i] as Point;
    const next = line[i + 1] as Point;
    const end = i < line.length - 2 ? ([(here[0] + next[0]) / 2, (here[1] + next[1]) / 2] as const) : next;
    d += `Q${n(here[0])} ${n(here[1])} ${n(end[0])} ${n(end[1])}`;
  }
  return d;
}

/** A rounded rectangle around the middle of a space, turned with it. */
export function tile(place: Place, length: number, breadth: number, radius: number, shift = 0): string {
  const x = length / 2;
  const y = breadth / 2;
  const r = Math.min(radius, x, y);
  const p = (along: number, across: number): string => {
    const [px, py] = at(place, along, across);
    return `${n(px)} ${n(py + shift)}`;
  };
  const arc = `A${n(r)} ${n(r)} 0 0 1 `;
  return (
    `M${p(-x + r, -y)}L${p(x - r, -y)}${arc}${p(x, -y + r)}L${p(x, y - r)}${arc}${p(x - r, y)}` +
    `L${p(-x + r, y)}${arc}${p(-x, y - r)}L${p(-x, -y + r)}${arc}${p(-x + r, -y)}z`
  );
}

export function tiles(places: readonly Place[], length: number, breadth: number, radius: number, shift = 0): string {
  return places.map((place) => tile(place, length, breadth, radius, shift)).join("");
}

/** Path data for SVG: whole routes in one path each, so that a board is a few hundred nodes and not thousands. */
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

export function circle(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 1 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 1 ${n(-2 * r)} 0z`;
}

const ARITY: { readonly [command: string]: number } = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, a: 7, z: 0 };

/** A path of a 20 by 20 box, drawn anew with its middle at a point and a side of `size`. */
export function stamped(d: string, x: number, y: number, size: number): string {
  const scale = size / 20;
  const left = x - size / 2;
  const top = y - size / 2;
  return d.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command: string, rest: string) => {
    const kind = command.toLowerCase();
    const absolute = command !== kind;
    const arity = ARITY[kind] ?? 0;
    const values = (rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const out = values.map((value, i) => {
      const place = arity === 0 ? 0 : i % arity;
      if (kind === "a" && place >= 2 && place <= 4) return value;
      const radius = kind === "a" && place < 2;
      const upright = kind === "v" || (kind !== "h" && (kind === "a" ? place === 6 : place % 2 === 1));
      const origin = absolute && !radius ? (upright ? top : left) : 0;
      return origin + value * scale;
    });
    // the first pair of a small m is where the path starts, seen from nowhere
    if (command === "m")
      return `M${n(left + (values[0] ?? 0) * scale)} ${n(top + (values[1] ?? 0) * scale)}`.concat(
        out.length > 2 ? `l${out.slice(2).map(n).join(" ")}` : "",
      );
    return command + out.map(n).join(" ");
  });
}

/** A wave beside a line. */
export function ripple(line: readonly Point[], offset: number, swing: number, half: number): string {
  const lengths = line.slice(1).map((b, i) => Math.hypot(b[0] - (line[i] as Point)[0], b[1] - (line[i] as Point)[1]));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const count = Math.max(2, Math.round(total / half));
  const beside = (way: number, off: number): string => {
    let left = way;
    for (let i = 0; i < lengths.length; i++) {
      const length = lengths[i] as number;
      if (left <= length || i === lengths.length - 1) {
        const [ax, ay] = line[i] as Point;
        const [bx, by] = line[i + 1] as Point;
        const share = length ? left / length : 0;
        const nx = (ay - by) / (length || 1);
        const ny = (bx - ax) / (length || 1);
        return `${n(ax + (bx - ax) * share + nx * off)} ${n(ay + (by - ay) * share + ny * off)}`;
      }
      left -= length;
    }
    return "0 0";
  };
  let d = `M${beside(0, offset)}`;
  for (let i = 0; i < count; i++) {
    const up = i % 2 ? swing : -swing;
    d += `Q${beside(((i + 0.5) * total) / count, offset + up)} ${beside(((i + 1) * total) / count, offset)}`;
  }
  return d;
}

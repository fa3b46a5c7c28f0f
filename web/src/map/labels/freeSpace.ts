/** Where a drawing has land, and where it still has room: a coarse grid that answers at once. */
import type { BoardData } from "../../app/boards";
import { at, type Point, type Row } from "../paint/routeShapes";

const CELL = 4;
const LAND = 1;
const TAKEN = 2;

export class Room {
  readonly width: number;
  readonly height: number;
  readonly #columns: number;
  readonly #cells: Uint8Array;

  private constructor(width: number, height: number, cells?: Uint8Array) {
    this.width = width;
    this.height = height;
    this.#columns = Math.ceil(width / CELL);
    this.#cells = cells ?? new Uint8Array(this.#columns * Math.ceil(height / CELL));
  }

  /** The same room, to be filled otherwise. */
  copy(): Room {
    return new Room(this.width, this.height, this.#cells.slice());
  }

  static of({ plan, ground }: BoardData, rows: Iterable<Row>): Room {
    const room = new Room(plan.width, plan.height);
    if (ground) room.#land(rings(ground.land));
    const [length, breadth] = plan.space;
    for (const row of rows)
      for (const place of row.places) room.take(panel([place.x, place.y], length, breadth, place.turn));
    for (const spot of [...plan.cities, ...plan.countries]) {
      room.take(panel([spot.x, spot.y], 2 * spot.r, 2 * spot.r));
      const [left, top, right, bottom] = spot.box ?? spot.label.box;
      room.take(panel([(left + right) / 2, (top + bottom) / 2], right - left, bottom - top));
    }
    return room;
  }

  take(points: readonly Point[]): void {
    for (const [x, y] of points) {
      const cell = this.#cell(x, y);
      if (cell >= 0) this.#cells[cell] = (this.#cells[cell] ?? 0) | TAKEN;
    }
  }

  /** Which share of the points is water. */
  sea(points: readonly Point[]): number {
    const wet = points.filter(([x, y]) => !((this.#cells[this.#cell(x, y)] ?? LAND) & LAND)).length;
    return wet / points.length;
  }

  /** Whether all points are on the drawing with nothing upon them. */
  holds(points: readonly Point[]): boolean {
    return points.every(([x, y]) => {
      const cell = this.#cell(x, y);
      return cell >= 0 && !((this.#cells[cell] ?? TAKEN) & TAKEN);
    });
  }

  /** Whether a turned rectangle is free, and all of it water if it must be; stops at the first point that is not. */
  free(middle: Point, width: number, height: number, turn: number, wet: boolean): boolean {
    const barred = wet ? TAKEN | LAND : TAKEN;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const across = Math.max(1, Math.ceil(width / CELL));
    const down = Math.max(1, Math.ceil(height / CELL));
    for (let j = 0; j <= down; j++)
      for (let i = 0; i <= across; i++) {
        const x = (i / across - 0.5) * width;
        const y = (j / down - 0.5) * height;
        const cell = this.#cell(middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos);
        if (cell < 0 || (this.#cells[cell] ?? TAKEN) & barred) return false;
      }
    return true;
  }

  #cell(x: number, y: number): number {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return -1;
    return Math.floor(y / CELL) * this.#columns + Math.floor(x / CELL);
  }

  /** Fills the rings line by line, even and odd. */
  #land(shapes: readonly Point[][]): void {
    const lines = Math.ceil(this.height / CELL);
    const crossings: number[][] = Array.from({ length: lines }, () => []);
    for (const shape of shapes) {
      shape.forEach(([x0, y0], i) => {
        const [x1, y1] = shape[(i + 1) % shape.length] as Point;
        const [low, high] = y0 < y1 ? [y0, y1] : [y1, y0];
        const from = Math.max(0, Math.ceil(low / CELL - 0.5));
        const to = Math.min(lines - 1, Math.ceil(high / CELL - 0.5) - 1);
        for (let line = from; line <= to; line++) {
          const y = (line + 0.5) * CELL;
          crossings[line]?.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0));
        }
      });
    }
    crossings.forEach((found, line) => {
      found.sort((a, b) => a - b);
      for (let i = 0; i + 1 < found.length; i += 2) {
        const from = Math.max(0, Math.ceil((found[i] as number) / CELL - 0.5));
        const to = Math.min(this.#columns - 1, Math.ceil((found[i + 1] as number) / CELL - 0.5) - 1);
        if (to >= from) this.#cells.fill(LAND, line * this.#columns + from, line * this.#columns + to + 1);
      }
    });
  }
}

/** Rings of a path that is written `M x y l dx dy ... z`, as the server writes the ground. */
export function rings(d: string): Point[][] {
  const found: Point[][] = [];
  let ring: Point[] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MmLlzZ])([^MmLlzZ]*)/g)) {
    if (command === "z" || command === "Z") continue;
    const values = (rest?.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (command === "M") {
      ring = [];
      found.push(ring);
    }
    const relative = command === "l" || command === "m";
    for (let i = 0; i + 1 < values.length; i += 2) {
      x = (values[i] as number) + (relative ? x : 0);
      y = (values[i + 1] as number) + (relative ? y : 0);
      ring.push([x, y]);
    }
  }
  return found;
}

/** A turned rectangle as points so close that nothing slips through. */
export function panel(middle: Point, width: number, height: number, turn = 0): Point[] {
  const across = Math.max(1, Math.ceil(width / CELL));
  const down = Math.max(1, Math.ceil(height / CELL));
  const place = { x: middle[0], y: middle[1], turn };
  const out: Point[] = [];
  for (let i = 0; i <= across; i++)
    for (let j = 0; j <= down; j++) out.push(at(place, (i / across - 0.5) * width, (j / down - 0.5) * height));
  return out;
}

/** Places to try, the nearest first: rings around the middle. */
export function* around(middle: Point, reach: number, step: number): Generator<Point> {
  yield middle;
  for (let ring = 1; ring <= Math.round(reach / step); ring++)
    for (let i = 0; i < 6 * ring; i++) {
      const turn = (2 * Math.PI * i) / (6 * ring);
      yield [middle[0] + ring * step * Math.cos(turn), middle[1] + ring * step * Math.sin(turn)];
    }
}

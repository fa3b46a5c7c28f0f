/** The view of a map: where it lies on the screen, and how it gets there. Screen = plan times scale plus x, y. */
import type { Box, Point } from "../paint/routeShapes";

export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** A view of a map: the point in the middle, the scale, and whether it was the whole board. */
export interface Place {
  readonly middle: Point;
  readonly scale: number;
  readonly fitted: boolean;
}

/** What covers the edges of a map, in pixels: not counted as room. */
export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const SETTLE = 160;
/** Positions to try for a fitted board in its room, the middle first. */
const SIDES: readonly Point[] = [
  [0.5, 0.5],
  [1, 0.5],
  [0.5, 1],
  [1, 1],
  ...[0.4, 0.3, 0.2, 0.1, 0].map((down): Point => [0.5, down]),
  [0, 0.5],
  [0, 0],
];
const BARE: Inset = { top: 0, right: 0, bottom: 0, left: 0 };

export class Camera {
  view: View = { x: 0, y: 0, scale: 1 };
  width = 0;
  height = 0;
  /** Whether the whole board was asked for: then it stays fitted when the window changes. */
  fitted = true;
  readonly bounds: Box;
  readonly #most: number;
  readonly #watchers = new Set<(view: View) => void>();
  readonly #settled = new Set<(view: View) => void>();
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What the controls should not cover (in units), and where they are on the screen (in pixels). */
  readonly #ink: readonly Box[];
  readonly #under: (room: Box) => readonly Box[];
  readonly #more: () => readonly Box[];
  #inset = BARE;

  /**
   * `breadth` of a space limits the zoom; `under` says where controls lie in the remaining room; `more` is what they
   * should not cover just now, besides `ink`.
   */
  constructor(
    bounds: Box,
    breadth: number,
    ink: readonly Box[] = [],
    under: (room: Box) => readonly Box[] = () => [],
    more: () => readonly Box[] = () => [],
  ) {
    this.bounds = bounds;
    this.#ink = ink;
    this.#under = under;
    this.#more = more;
    this.#most = 76 / breadth;
  }

  /** Called for every frame in which the map moves. */
  watch(fn: (view: View) => void): () => void {
    this.#watchers.add(fn);
    fn(this.view);
    return () => this.#watchers.delete(fn);
  }

  /** Called when the map has come to rest. */
  rest(fn: (view: View) => void): () => void {
    this.#settled.add(fn);
    return () => this.#settled.delete(fn);
  }

  /** The part of the screen that nothing covers, in pixels. */
  get room(): Box {
    const { top, right, bottom, left } = this.#inset;
    return [left, top, Math.max(left + 1, this.width - right), Math.max(top + 1, this.height - bottom)];
  }

  /** The size or what covers the edges has changed; the middle stays in the middle, a flight goes on. */
  resize(width: number, height: number, inset: Inset = this.#inset): void {
    const { middle, scale } = this.place();
    const first = this.width === 0;
    this.width = width;
    this.height = height;
    this.#inset = inset;
    if (first || (this.fitted && !this.#frame)) this.set(this.fitView());
    else this.set(this.#centred(middle, scale));
    this.settle();
  }

  place(): Place {
    return { middle: this.toPlan(...this.#middle()), scale: this.view.scale, fitted: this.fitted };
  }

  /** Show a view, such as the previous one. */
  lookAt({ middle, scale, fitted }: Place, time: number): void {
    if (fitted) return this.fit(time);
    this.fitted = false;
    this.#fly(() => this.#centred(middle, scale), time);
  }

  fit(time: number): void {
    this.fitted = true;
    this.#fly(() => this.fitView(), time);
  }

  #middle(): Point {
    const [left, top, right, bottom] = this.room;
    return [(left + right) / 2, (top + bottom) / 2];
  }

  toPlan(x: number, y: number): Point {
    return [(x - this.view.x) / this.view.scale, (y - this.view.y) / this.view.scale];
  }

  toScreen(x: number, y: number): Point {
    return [x * this.view.scale + this.view.x, y * this.view.scale + this.view.y];
  }

  /** The whole board, moved or slightly smaller if the controls would cover something. */
  fitView(): View {
    const whole = this.#fit(this.bounds, 0);
    const [left, top, right, bottom] = this.bounds;
    const room = this.room;
    const edge = this.#edge();
    for (const share of [1, 0.98, 0.96, 0.94, 0.92, 0.9, 0.87, 0.84])
      for (const [across, down] of SIDES) {
        const scale = whole.scale * share;
        const x = room[0] + edge + (room[2] - room[0] - 2 * edge - (right - left) * scale) * across - left * scale;
        const y = room[1] + edge + (room[3] - room[1] - 2 * edge - (bottom - top) * scale) * down - top * scale;
        if (!this.#hides({ x, y, scale })) return { x, y, scale };
      }
    return whole;
  }

  #hides(view: View): boolean {
    return this.#under(this.room).some((over) => this.covers(over, view));
  }

  /** Whether a box on the screen (in pixels) would cover something that must stay visible. */
  covers(over: Box, { x, y, scale }: View = this.view): boolean {
    return [...this.#ink, ...this.#more()].some(
      (box) =>
        box[0] * scale + x < over[2] &&
        box[2] * scale + x > over[0] &&
        box[1] * scale + y < over[3] &&
        box[3] * scale + y > over[1],
    );
  }

  /** The view that shows a whole box, no larger than scale `most`, with as little as possible beside the board. */
  viewOf(box: Box, most: number, least = 0): View {
    const view = this.#fit(box, 48);
    const scale = Math.max(Math.min(view.scale, most), least);
    return this.#framed(this.#centred([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], scale));
  }

  /** Moved until the board reaches the edges of the room; where it is smaller than the room, it is in the middle. */
  #framed({ x, y, scale }: View): View {
    const [left, top, right, bottom] = this.bounds;
    const room = this.room;
    const edge = this.#edge();
    const hold = (value: number, least: number, most: number): number =>
      least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));
    return {
      scale,
      x: hold(x, room[2] - edge - right * scale, room[0] + edge - left * scale),
      y: hold(y, room[3] - edge - bottom * scale, room[1] + edge - top * scale),
    };
  }

  sees([left, top, right, bottom]: Box, margin = 24): boolean {
    const [x0, y0] = this.toScreen(left, top);
    const [x1, y1] = this.toScreen(right, bottom);
    const room = this.room;
    return x0 >= room[0] + margin && y0 >= room[1] + margin && x1 <= room[2] - margin && y1 <= room[3] - margin;
  }

  /** A step of zoom about the middle of the room. */
  step(factor: number, time: number): void {
    this.fitted = false;
    this.go(this.zoomed(factor, ...this.#middle()), time);
  }

  pan(dx: number, dy: number): void {
    this.fitted = false;
    this.set({ ...this.view, x: this.view.x + dx, y: this.view.y + dy });
  }

  /** Zoom so that what is under the point stays there. */
  zoomed(factor: number, x: number, y: number): View {
    const scale = this.#limited(this.view.scale * factor);
    const real = scale / this.view.scale;
    return this.#clamped({ scale, x: x - (x - this.view.x) * real, y: y - (y - this.view.y) * real });
  }

  zoom(factor: number, x: number, y: number): void {
    this.fitted = false;
    this.set(this.zoomed(factor, x, y));
  }

  set(view: View): void {
    this.view = this.#clamped(view);
    for (const fn of this.#watchers) fn(this.view);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), SETTLE);
  }

  settle(): void {
    clearTimeout(this.#timer);
    for (const fn of this.#settled) fn(this.view);
  }

  /** Travel there; at once where `time` is 0. */
  go(view: View, time: number): void {
    const scale = this.#limited(view.scale);
    const [x, y] = this.#middle();
    const middle: Point = [(x - view.x) / view.scale, (y - view.y) / view.scale];
    this.#fly(() => this.#centred(middle, scale), time);
  }

  /** The target is computed for every frame: the room may change on the way. */
  #fly(goal: () => View, time: number): void {
    this.stop();
    if (time <= 0 || this.width === 0) {
      this.set(goal());
      this.settle(); // a jump ends at once, so that names do not keep their old size
      return;
    }
    const start = performance.now();
    const from = this.place();
    // the middle of the room moves in a straight line, the scale by equal factors
    const step = (now: number): void => {
      const share = Math.min(1, (now - start) / time);
      const to = this.#clamped(goal());
      if (share === 1) {
        this.#frame = 0;
        this.set(to);
        return;
      }
      const eased = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
      const scale = from.scale * (to.scale / from.scale) ** eased;
      const [x, y] = this.#middle();
      const [a, b] = [from.middle, [(x - to.x) / to.scale, (y - to.y) / to.scale] as const];
      this.#frame = requestAnimationFrame(step);
      this.set(this.#centred([a[0] + (b[0] - a[0]) * eased, a[1] + (b[1] - a[1]) * eased], scale));
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Whether a flight is under way that is not a jump. */
  get flying(): boolean {
    return this.#frame !== 0;
  }

  stop(): void {
    if (this.#frame) cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  close(): void {
    this.stop();
    clearTimeout(this.#timer);
    this.#watchers.clear();
    this.#settled.clear();
  }

  #edge(): number {
    return Math.min(14, this.width * 0.02);
  }

  #fit([left, top, right, bottom]: Box, pad: number): View {
    const edge = pad || this.#edge();
    const room = this.room;
    const scale = this.#limited(
      Math.min((room[2] - room[0] - 2 * edge) / (right - left), (room[3] - room[1] - 2 * edge) / (bottom - top)),
    );
    return this.#centred([(left + right) / 2, (top + bottom) / 2], scale);
  }

  #centred([x, y]: Point, scale: number): View {
    const [mx, my] = this.#middle();
    return { scale, x: mx - x * scale, y: my - y * scale };
  }

  #limited(scale: number): number {
    const [left, top, right, bottom] = this.bounds;
    const room = this.room;
    const whole = Math.min((room[2] - room[0]) / (right - left), (room[3] - room[1]) / (bottom - top)) * 0.8;
    return Math.max(Math.min(scale, Math.max(this.#most, whole)), whole, 0.01);
  }

  /** The middle of the room stays on the board. */
  #clamped({ x, y, scale }: View): View {
    const [left, top, right, bottom] = this.bounds;
    const [mx, my] = this.#middle();
    const hold = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
    return {
      scale,
      x: hold(x, mx - right * scale, mx - left * scale),
      y: hold(y, my - bottom * scale, my - top * scale),
    };
  }
}

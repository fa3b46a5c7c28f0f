/** The view of a map: where it lies on the screen, and how it gets there. Screen = plan times scale plus x, y. */
import type { Box, Point } from "../paint/routeShapes";

export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Where a map is looked at: the point in the middle, how near, and whether that was the whole board. */
export interface Place {
  readonly middle: Point;
  readonly scale: number;
  readonly fitted: boolean;
}

/** What lies over the edges of a map, in pixels: it is not counted as room. */
export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const SETTLE = 160;
/** Where a fitted board may lie in its room, the middle first. */
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
  /** Whether the whole board was asked for: then it stays so when the window changes. */
  fitted = true;
  readonly bounds: Box;
  readonly #most: number;
  readonly #watchers = new Set<(view: View) => void>();
  readonly #settled = new Set<(view: View) => void>();
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What should not lie under controls (in units), and where those are on the screen (in pixels). */
  readonly #ink: readonly Box[];
  readonly #under: (room: Box) => readonly Box[];
  #inset = BARE;

  /** `breadth` of a space says how near one may come; `under` where controls lie in the room that is left. */
  constructor(bounds: Box, breadth: number, ink: readonly Box[] = [], under: (room: Box) => readonly Box[] = () => []) {
    this.bounds = bounds;
    this.#ink = ink;
    this.#under = under;
    this.#most = 76 / breadth;
  }

  /** Called with every frame that moves. */
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

  /** The part of the screen that nothing lies over, in pixels. */
  get room(): Box {
    const { top, right, bottom, left } = this.#inset;
    return [left, top, Math.max(left + 1, this.width - right), Math.max(top + 1, this.height - bottom)];
  }

  /** Another size, or something else over the edges; what was in the middle stays there, a flight goes on. */
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

  /** Look at a place, such as where one looked before. */
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

  /** The whole board, moved or a little smaller if something would lie under the controls. */
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

  /** Whether a box on the screen (in pixels) would lie on something that must be seen. */
  covers(over: Box, { x, y, scale }: View = this.view): boolean {
    return this.#ink.some(
      (box) =>
        box[0] * scale + x < over[2] &&
        box[2] * scale + x > over[0] &&
        box[1] * scale + y < over[3] &&
        box[3] * scale + y > over[1],
    );
  }

  /** How to see a box whole, without coming nearer than `most`. */
  viewOf(box: Box, most: number, least = 0): View {
    const view = this.#fit(box, 48);
    const scale = Math.max(Math.min(view.scale, most), least);
    return this.#centred([(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], scale);
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

  /** The goal is asked for with every frame: the room may change on the way. */
  #fly(goal: () => View, time: number): void {
    this.stop();
    if (time <= 0 || this.width === 0) {
      this.set(goal());
      this.settle(); // a jump is over at once: names are not left in the size of where it began
      return;
    }
    const start = performance.now();
    const from = this.place();
    // the middle of the room travels straight, the scale by equal factors
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

  /** On the way somewhere, and not there at once. */
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

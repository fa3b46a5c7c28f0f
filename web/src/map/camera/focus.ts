/** What the map shows: something may be shown for a while, and then the view goes back. */
import type { Camera, Place } from "./camera";
import type { Box } from "../paint/routeShapes";

/** Height of a space in a close-up, in pixels. */
const CLOSE = 11;

export class Focus {
  readonly camera: Camera;
  /** Whether the map was moved by hand since it was opened. */
  byHand = false;
  readonly #close: number;
  #home: Place | null = null;

  constructor(camera: Camera, breadth: number) {
    this.camera = camera;
    this.#close = CLOSE / breadth;
  }

  /** From now on, everything shown is temporary. */
  lend(): void {
    this.#home ??= this.camera.place();
    // what opens over the map makes the room smaller: the board does not shrink with it
    this.camera.fitted = false;
  }

  /** The map was moved by hand: stay there instead of going back. */
  stay(): void {
    this.#home = null;
  }

  goBack(time: number): boolean {
    const home = this.#home;
    this.#home = null;
    if (home) this.camera.lookAt(home, time);
    return home !== null;
  }

  /** Bring something into view; false if it is there already. */
  bring(box: Box, time: number): boolean {
    const { camera } = this;
    if (camera.width === 0 || camera.sees(box)) return false;
    camera.fitted = false;
    camera.go(camera.viewOf(box, Math.max(camera.view.scale, this.#close)), time);
    return true;
  }
}

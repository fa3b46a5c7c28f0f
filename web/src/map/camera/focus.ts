/** Where one looks on a map: a thing may be shown for a while, and then the eye goes back to where it was. */
import type { Camera, Place } from "./camera";
import type { Box } from "../paint/routeShapes";

/** A space that is looked at closely is so high, in pixels. */
const CLOSE = 11;

export class Focus {
  readonly camera: Camera;
  /** Whether the map lies where somebody moved it, not where it was opened. */
  byHand = false;
  readonly #close: number;
  #home: Place | null = null;

  constructor(camera: Camera, breadth: number) {
    this.camera = camera;
    this.#close = CLOSE / breadth;
  }

  /** What is shown from now on is shown for a while only. */
  lend(): void {
    this.#home ??= this.camera.place();
    // the room becomes smaller with what opens over it: the board does not shrink with it
    this.camera.fitted = false;
  }

  /** Whoever moves the map wants to be where it is then. */
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

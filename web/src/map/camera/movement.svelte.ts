/** What a map does while it moves: names keep their size until it has come to rest. */

export class Movement {
  /** The map moves in a layer of its own. */
  moving = $state(false);
  /** How many steps larger than planned names are set. */
  steps = $state(0);
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  depart(): void {
    this.halt();
    this.moving = true;
  }

  /**
   * Names are set anew for a scale come to, and only then the layer is given up in which the map moves: what is set
   * while all of it is being drawn for the new scale has to wait for that. Each in a task between two frames.
   */
  arrive(steps: number): void {
    this.halt();
    this.#soon(() => {
      this.steps = steps;
      this.#soon(() => (this.moving = false));
    });
  }

  halt(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  #soon(then: () => void): void {
    this.#frame = requestAnimationFrame(() => {
      this.#timer = setTimeout(then);
    });
  }
}

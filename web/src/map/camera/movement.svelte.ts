/** What happens while a map moves: names keep their size until it comes to rest. */

export class Movement {
  /** The map moves in a layer of its own. */
  moving = $state(false);
  /** How many steps larger than planned the names are. */
  steps = $state(0);
  #frame: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  depart(): void {
    this.halt();
    this.moving = true;
  }

  /**
   * Resizes the names for the new scale, and only then drops the layer in which the map moved: names changed while
   * everything is being redrawn at the new scale would have to wait. Each in a task between two frames.
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

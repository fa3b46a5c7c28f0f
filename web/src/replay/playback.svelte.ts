/** The current move of a replay, and whether it is playing. */

export const SPEEDS = [0.5, 1, 2, 4] as const;
/** Milliseconds each move is shown. */
export const PACE = 1100;

export class Player {
  at = $state(0);
  moves = $state(0);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);

  /** Go to a move; doing so by hand also stops playback. */
  jump(move: number): void {
    this.playing = false;
    this.#to(move);
  }

  step(by: number): void {
    this.jump(this.at + by);
  }

  toggle(): void {
    if (!this.playing && this.at >= this.moves) this.at = 0;
    this.playing = !this.playing && this.moves > 0;
  }

  /** The next speed, after the last one the first. */
  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
  }

  /** The next move while it plays. */
  tick(): void {
    this.#to(this.at + 1);
    if (this.at >= this.moves) this.playing = false;
  }

  /** What a key does; false if nothing. */
  key(name: string): boolean {
    switch (name) {
      case "ArrowLeft":
        this.step(-1);
        return true;
      case "ArrowRight":
        this.step(1);
        return true;
      case "Home":
        this.jump(0);
        return true;
      case "End":
        this.jump(this.moves);
        return true;
      case " ":
        this.toggle();
        return true;
      default:
        return false;
    }
  }

  #to(move: number): void {
    this.at = Math.max(0, Math.min(this.moves, Math.round(move)));
  }
}

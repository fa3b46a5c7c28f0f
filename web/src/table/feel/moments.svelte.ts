/** Moments of a game: a completed ticket, a country card, the last round, the end. Told one after another. */
import { settings } from "../../app/settings.svelte";
import type { TicketProgress } from "../../protocol";

export type Moment =
  | { readonly kind: "ticket"; readonly ticket: TicketProgress }
  | { readonly kind: "country"; readonly country: string; readonly points: number }
  | { readonly kind: "last-round"; readonly words: string }
  | { readonly kind: "end" };

/** A route that somebody else has just claimed: for a while, their name and points stand beside it. */
export interface Claim {
  readonly route: string;
  readonly seat: number;
  readonly points: number;
}

/** Milliseconds that a moment and a tag stay. */
const MOMENT = 3200;
const END = 2400;
const TAG = 2400;

export class Moments {
  now = $state.raw<Moment | null>(null);
  claim = $state.raw<Claim | null>(null);
  /** The last move is still being looked at: the score waits. */
  ending = $state(false);
  readonly #next: Moment[] = [];
  #telling: ReturnType<typeof setTimeout> | undefined;
  #tagged: ReturnType<typeof setTimeout> | undefined;

  tell(moment: Moment): void {
    this.#next.push(moment);
    if (this.now === null) this.#show();
  }

  /**
   * The end waits for nothing, and what came before it is told no longer. Without animation the score is shown at once.
   */
  end(): void {
    this.#next.length = 0;
    if (settings.speed === 0) return this.#show();
    this.ending = true;
    this.#next.push({ kind: "end" });
    this.#show();
  }

  claimed(claim: Claim): void {
    clearTimeout(this.#tagged);
    this.claim = claim;
    this.#tagged = setTimeout(() => (this.claim = null), TAG);
  }

  #show(): void {
    clearTimeout(this.#telling);
    if (this.now?.kind === "end") this.ending = false;
    this.now = this.#next.shift() ?? null;
    if (this.now) this.#telling = setTimeout(() => this.#show(), this.now.kind === "end" ? END : MOMENT);
  }
}

/** What the player has picked: shared by the map, the hand and the chooser. */
import type { Letter } from "../ui/cards";

/** Cards being dragged from the hand, and the route they would be dropped on. */
export interface Dragged {
  readonly card: Letter;
  /** Where the pointer is on the page, in pixels. */
  readonly x: number;
  readonly y: number;
}

export interface Aim {
  readonly route: string;
  /** Whether the dragged cards can pay for it; if not, a drop says why. */
  readonly pays: boolean;
}

/** Cards being swapped for a payment of a route. */
export interface Swapping {
  readonly route: string;
  /** The payment whose swapped cards are replaced. */
  readonly line: string;
  readonly chosen: { readonly [letter: string]: number };
}

/** The one thing on the map that a lesson speaks of: all else lies behind a scrim. */
export interface Spotlight {
  readonly routes: readonly string[];
  /** Cities and countries. */
  readonly places: readonly string[];
  /** Routes to trace. */
  readonly way: readonly string[];
  /** Whether it speaks of the player's tickets. */
  readonly tickets: boolean;
}

export class Selection {
  /** A route chosen on the map; the chooser offers its payments. */
  route = $state<string | null>(null);
  /** A city chosen on the map, to be told about. */
  city = $state<string | null>(null);
  /** Whether a station is to be built in that city. */
  building = $state(false);
  /** A payment about to be made in the chooser: its trains are previewed. */
  payment = $state<string | null>(null);
  /** A swap being composed in the chooser; kept here, because a resized window makes a new chooser. */
  swapping = $state.raw<Swapping | null>(null);
  /** A hovered or focused ticket: its cities and a shortest path are highlighted. */
  ticket = $state<string | null>(null);
  /** Offered tickets that are marked to be kept. */
  keeping = $state<ReadonlySet<string>>(new Set());
  /** Whether all routes that can be claimed are shown, and the others step back. */
  claiming = $state(false);
  /** The card colour being held: routes that it cannot pay for step back. */
  colour = $state<Letter | null>(null);
  /** The colour dropped on the route: its payments come first. */
  first = $state<Letter | null>(null);
  /** A card of the market, or the deck, that waits for a second press. */
  taking = $state<Letter | "deck" | null>(null);
  /** What is being dragged; the map answers with the route it would be dropped on. */
  dragged = $state.raw<Dragged | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** What the map should bring into view. */
  bring = $state<{ routes?: readonly string[]; cities?: readonly string[]; at: number } | null>(null);
  /** Why the last touched route cannot be claimed. */
  whyNot = $state<{ route: string; text: string } | null>(null);

  spot = $state.raw<Spotlight | null>(null);
  /** A claim that is only proposed: its trains and cards are previewed as if it were picked. */
  preview = $state.raw<{ readonly route: string; readonly line: string } | null>(null);

  /** Whether something is picked that can be let go of. */
  get any(): boolean {
    return this.route !== null || this.city !== null || this.whyNot !== null || this.taking !== null;
  }

  clear(): void {
    this.route = null;
    this.leaveCity();
    this.payment = null;
    this.swapping = null;
    this.first = null;
    this.whyNot = null;
    this.taking = null;
  }

  leaveCity(): void {
    // a ticket that was looked at from the city is no longer
    if (this.city !== null) this.ticket = null;
    this.city = null;
    this.building = false;
  }

  /** The map was touched where nothing is: what was only told goes away. */
  dismiss(): void {
    this.whyNot = null;
    if (!this.building) this.leaveCity();
  }

  show(what: { routes?: readonly string[]; cities?: readonly string[] }): void {
    this.bring = { ...what, at: Date.now() };
  }
}

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

export class Selection {
  /** A route chosen on the map; the chooser offers its payments. */
  route = $state<string | null>(null);
  /** A city chosen on the map: for a station, or just to show it. */
  city = $state<string | null>(null);
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
  /** What is being dragged; the map answers with the route it would be dropped on. */
  dragged = $state.raw<Dragged | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** What the map should bring into view. */
  bring = $state<{ routes?: readonly string[]; cities?: readonly string[]; at: number } | null>(null);
  /** Why the last touched route cannot be claimed. */
  whyNot = $state<{ route: string; text: string } | null>(null);

  clear(): void {
    this.route = null;
    this.city = null;
    this.payment = null;
    this.swapping = null;
    this.first = null;
    this.whyNot = null;
  }

  show(what: { routes?: readonly string[]; cities?: readonly string[] }): void {
    this.bring = { ...what, at: Date.now() };
  }
}

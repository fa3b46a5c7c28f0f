/** What the player has under their finger: shared by the map, the hand and the chooser. */
import type { Letter } from "../ui/cards";

/** Cards that are being dragged from the hand, and the route that they would be dropped on. */
export interface Dragged {
  readonly card: Letter;
  /** Where the pointer is on the page, in pixels. */
  readonly x: number;
  readonly y: number;
}

export interface Aim {
  readonly route: string;
  /** Whether it can be paid with the cards that are dragged; else a drop says why not. */
  readonly pays: boolean;
}

export class Selection {
  /** A route that was chosen on the map; the chooser offers its payments. */
  route = $state<string | null>(null);
  /** A city that was chosen on the map: for a station, or to be looked at. */
  city = $state<string | null>(null);
  /** A payment in the chooser that is about to be made: its trains are shown as phantoms. */
  payment = $state<string | null>(null);
  /** A ticket that is hovered or focused: its cities and a shortest way are lit. */
  ticket = $state<string | null>(null);
  /** Tickets that are being chosen from, marked to be kept. */
  keeping = $state<ReadonlySet<string>>(new Set());
  /** A card colour that is held: routes of other colours step back. */
  colour = $state<Letter | null>(null);
  /** The colour that was dropped on the route: its payments come first. */
  first = $state<Letter | null>(null);
  /** What is being dragged; the map answers with what it would fall on. */
  dragged = $state.raw<Dragged | null>(null);
  aim = $state.raw<Aim | null>(null);
  /** What the map should bring into view. */
  bring = $state<{ routes?: readonly string[]; cities?: readonly string[]; at: number } | null>(null);
  /** Why the route that was touched last cannot be claimed. */
  whyNot = $state<{ route: string; text: string } | null>(null);

  clear(): void {
    this.route = null;
    this.city = null;
    this.payment = null;
    this.first = null;
    this.whyNot = null;
  }

  show(what: { routes?: readonly string[]; cities?: readonly string[] }): void {
    this.bring = { ...what, at: Date.now() };
  }
}

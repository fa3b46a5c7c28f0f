import type { ComponentProps } from "svelte";
import type { BoardData } from "../app/boards";
import type { Choices, Colour, OpenView, OwnView, SeatInfo, TicketProgress } from "../protocol";
import type Told from "./bubble/Told.svelte";
import type { Selection } from "./selection.svelte";

/** What the map of a table is given. */
export interface BoardMapProps {
  data: BoardData;
  open: OpenView | null;
  seats: readonly SeatInfo[];
  own: OwnView | null;
  choices: Choices | null;
  picked: Selection;
  /** Tickets whose paths can be highlighted; by default those of the viewer's seat. */
  progress?: readonly TicketProgress[];
  /** Routes of the last move. */
  last?: readonly string[];
  /** A longest path to show. */
  trace?: readonly string[];
  /** Routes that stations borrow. */
  borrowed?: readonly string[];
  /** The way of a ticket that was just completed. */
  completed?: readonly string[];
  /** A country whose card was just won. */
  won?: string | null;
  /** A route that somebody has just claimed, and what stands beside it. */
  claimed?: ComponentProps<typeof Told>["claimed"];
  /** Wagons about to be laid. */
  phantom?: { route: string; colour: Colour } | null;
  /** `also` are other tracks nearly as close to the finger. */
  onroute?: (id: string, also: readonly string[]) => void;
  oncity?: (id: string) => void;
  /** A finger rests on the map. */
  onhold?: () => void;
  onbuild?: (id: string) => void;
  /** On a phone. */
  compact?: boolean;
  /** Whether the legend is shown; not once nothing can be claimed any more. */
  legend?: boolean;
  /** Whether the city search is open; on a phone it is closed until asked for. */
  finding?: boolean;
  /** How many pixels at the bottom are covered by something else. */
  foot?: number;
  /** How many pixels at the top are covered by something that bubbles must not lie under. */
  head?: number;
}

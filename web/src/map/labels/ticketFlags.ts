/** Pennants at the ends of a player's tickets, with their points. */
import type { BoardData } from "../../app/boards";
import type { TicketProgress } from "../../protocol";
import { overlap, type Box } from "../paint/routeShapes";
import { n } from "../paint/svgPaths";
import type { Scene } from "../scene";
import type { Labels } from "./labels";
import type { Letter } from "./mapWords";

/** A ticket is still open, completed, or can no longer be completed. */
export type FlagState = "open" | "done" | "lost";

export interface Flag {
  readonly city: string;
  /** The state that the city shows: open as long as one of its tickets is. */
  readonly state: FlagState;
  /** What its pennants cover. */
  readonly box: Box;
  readonly mast: string;
  readonly pennants: readonly { readonly state: FlagState; readonly shape: string }[];
  readonly letters: readonly Letter[];
}

/** Sizes beside a name of 15.5 units. */
const NAME = 15.5;
const [MAST, HEIGHT, DIGIT, EDGE, TEXT] = [32, 17, 4.3, 19.7, 14.6];

/** The states of tickets as plain text, which stays equal until one of them changes. */
export function statesOf(progress: readonly TicketProgress[]): string {
  return progress
    .map(({ ticket, joined, missing }) => `${ticket} ${joined ? "done" : missing === null ? "lost" : "open"}`)
    .join("\n");
}

/** A ticket at one of its ends. */
export interface Ended {
  readonly ticket: string;
  readonly state: FlagState;
  readonly points: number;
}

/** Tickets by the cities where they end, for states as `statesOf` writes them. */
export function endsOf(data: BoardData, states: string): ReadonlyMap<string, readonly Ended[]> {
  const ends = new Map<string, Ended[]>();
  for (const line of states.split("\n").filter(Boolean)) {
    const [id = "", state] = line.split(" ") as [string, FlagState];
    const ticket = data.ticket.get(id);
    for (const end of ticket ? [ticket.a, ticket.b] : [])
      ends.set(end, [...(ends.get(end) ?? []), { ticket: id, state, points: ticket?.points ?? 0 }]);
  }
  return ends;
}

export function flagsOf(
  scene: Scene,
  ends: ReadonlyMap<string, readonly Ended[]>,
  labels: Labels,
  steps: number,
): Flag[] {
  return [...ends].flatMap(([city, tickets]) => flagAt(scene, city, tickets, labels, steps) ?? []);
}

function flagAt(
  scene: Scene,
  city: string,
  tickets: readonly Ended[],
  labels: Labels,
  steps: number,
): Flag | undefined {
  const spot = scene.spots.get(city);
  if (!spot) return undefined;
  const size = (spot.label.size / NAME) * scene.data.plan.growth ** Math.max(0, steps);
  const shown = tickets.length > 2 ? [summed(tickets)] : tickets;
  const wide = size * (EDGE + DIGIT * Math.max(...shown.map(({ points }) => String(points).length)));
  const top = spot.y - size * (MAST + (shown.length - 1) * (HEIGHT + 2));
  const box = (side: number): Box => [
    Math.min(spot.x, spot.x + side * wide),
    top,
    Math.max(spot.x, spot.x + side * wide),
    top + size * shown.length * (HEIGHT + 2),
  ];
  const name = labels.get(city)?.box;
  // away from the name, and not beyond the edge of the map
  const cost = (side: number): number =>
    (name ? overlap(box(side), name) : 0) + areaOf(box(side)) - overlap(box(side), scene.bounds);
  const side = cost(1) > cost(-1) ? -1 : 1;
  const made = shown.map(({ state, points }, row) => {
    const y = top + row * size * (HEIGHT + 2);
    return { state, shape: pennant(spot.x, y, side * wide, size), points, y };
  });
  return {
    city,
    state: summed(tickets).state,
    box: box(side),
    mast: `M${n(spot.x)} ${n(spot.y)}V${n(top)}`,
    pennants: made,
    letters: made.map(({ points, y }, row) => ({
      key: `flag ${city} ${row}`,
      text: String(points),
      x: spot.x + side * wide * 0.45,
      y: y + size * 13.4,
      size: size * TEXT,
      look: "flag",
    })),
  };
}

function areaOf([left, top, right, bottom]: Box): number {
  return (right - left) * (bottom - top);
}

/** Several tickets as one. */
function summed(tickets: readonly Ended[]): Pick<Ended, "state" | "points"> {
  const states = new Set(tickets.map(({ state }) => state));
  const state = states.has("open") ? "open" : states.has("done") ? "done" : "lost";
  return { state, points: tickets.reduce((sum, { points }) => sum + points, 0) };
}

function pennant(x: number, y: number, wide: number, size: number): string {
  const [far, notch, high] = [x + wide, x + wide * 0.84, HEIGHT * size];
  return `M${n(x)} ${n(y)}H${n(far)}L${n(notch)} ${n(y + high / 2)}L${n(far)} ${n(y + high)}H${n(x)}z`;
}

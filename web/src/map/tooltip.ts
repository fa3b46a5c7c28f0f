/** What the map says about the thing under the mouse. */
import type { BoardData } from "../app/boards";
import { t } from "../i18n/index.svelte";
import type { OpenView } from "../protocol";
import type { Point } from "./paint/routeShapes";
import type { Ended, Flag } from "./labels/ticketFlags";
import type { Hit, Scene } from "./scene";
import { endName, kindWords, seatName, stateWords, wayName, type Known } from "./describe";

export interface Tip {
  readonly at: Point;
  readonly title: string;
  readonly text: string;
}

/** The flags on a map, and what they say by city. */
export interface Flown {
  readonly flags: readonly Flag[];
  readonly words: ReadonlyMap<string, readonly string[]>;
}

/** The middle of a route: of its middle space. */
export function middleOf(scene: Scene, id: string): Point {
  const row = scene.rows.get(id);
  const place = row?.places[Math.floor(row.places.length / 2)];
  return place ? [place.x, place.y] : [0, 0];
}

/** The tickets that end in a city, a line each. */
export function ticketLines(data: BoardData, ends: readonly Ended[]): string[] {
  return ends.map(({ ticket, state, points }) => {
    const found = data.ticket.get(ticket);
    const way = found ? t("board.way", { a: endName(data, found.a), b: endName(data, found.b) }) : ticket;
    return t(`board.ticket-${state}`, { ticket: way, n: points });
  });
}

function flagTip(data: BoardData, city: string, { flags, words }: Flown): Tip | null {
  const box = flags.find((flag) => flag.city === city)?.box;
  const lines = words.get(city);
  if (!box || !lines) return null;
  return { at: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2], title: endName(data, city), text: lines.join("\n") };
}

export function tipOf(scene: Scene, hit: Hit, open: OpenView | null, known: Known, flown: Flown): Tip | null {
  const { data } = scene;
  if (hit.kind === "flag") return flagTip(data, hit.id, flown);
  if (hit.kind === "city") {
    const spot = scene.spots.get(hit.id);
    const built = open?.seats.find((one) => one.station_cities.includes(hit.id));
    if (!spot || !built) return null;
    const text = t("board.station-of", { name: seatName(known.seats, built.seat) });
    return { at: [spot.x, spot.y], title: endName(data, hit.id), text };
  }
  const route = data.route.get(hit.id);
  if (!route) return null;
  const text = `${kindWords(data, route)}, ${stateWords(route, known)}`;
  return { at: middleOf(scene, route.id), title: wayName(data, route), text };
}

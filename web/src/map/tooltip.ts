/** What the map says about the thing under the mouse. */
import { t } from "../i18n/index.svelte";
import type { OpenView } from "../protocol";
import type { Point } from "./paint/routeShapes";
import type { Hit, Scene } from "./scene";
import { endName, kindWords, seatName, stateWords, wayName, type Known } from "./describe";

export interface Tip {
  readonly at: Point;
  readonly title: string;
  readonly text: string;
}

/** The middle of a route: of its middle space. */
export function middleOf(scene: Scene, id: string): Point {
  const row = scene.rows.get(id);
  const place = row?.places[Math.floor(row.places.length / 2)];
  return place ? [place.x, place.y] : [0, 0];
}

export function tipOf(scene: Scene, hit: Hit, open: OpenView | null, known: Known): Tip | null {
  const { data } = scene;
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

/** Keeps a hint beside what it is about while the map moves, and finds it a better place when the map rests. */
import type { Box, Point } from "../../map/paint/routeShapes";
import { sceneOf, type Scene } from "../../map/scene";
import type { TableSession } from "../session.svelte";
import { above, nearest, placed } from "./place";
import { endsOf, type Subject } from "./subject";

interface Wanted {
  session: TableSession;
  box: HTMLElement;
  leader: SVGElement | null;
  subject: Subject | null;
}

/** Milliseconds without movement after which the place is chosen anew. */
const REST = 140;
const WIDTH = 308;

const boxOf = (element: Element): Box => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left, top, right, bottom];
};

export function follow({ session, box, leader, subject }: Wanted): () => void {
  const map = document.querySelector<HTMLElement>(".at-table main.map");
  const sheet = map?.querySelector<HTMLElement>(".board > .sheet");
  if (!map || !sheet) return () => undefined;
  const scene = sceneOf(session.data);
  let [frame, timer] = [0, 0];
  let seen = "";
  /** From the subject to the hint's corner, as long as the map moves. */
  let apart: Point | null = null;

  const screen = (): ((point: Point) => Point) => {
    const [left, top] = boxOf(map);
    const { a, e, f } = new DOMMatrix(sheet.style.transform);
    return ([x, y]) => [left + x * a + e, top + y * a + f];
  };
  const put = (corner: Point, at: Point | null): void => {
    const [x, y] = corner.map(Math.round) as [number, number];
    box.style.transform = `translate(${x}px, ${y}px)`;
    box.toggleAttribute("data-placed", true);
    leader?.toggleAttribute("data-placed", at !== null);
    if (at && leader) draw(leader, at, nearest(at, [x, y, x + box.offsetWidth, y + box.offsetHeight]));
  };
  const place = (): void => {
    const room = boxOf(map);
    const size: Point = [box.offsetWidth, box.offsetHeight];
    const target = subject?.element ? document.querySelector(subject.element) : null;
    if (session.compact) return put([room[0] + 12, room[3] - size[1] - 12], null);
    if (target) {
      const goal = boxOf(target);
      const all: Box = [0, 0, innerWidth, innerHeight];
      // clear of the other cards: they are the other things to take
      const corner = above(boxOf(target.closest(".market") ?? target), size, all);
      const up = corner[1] < goal[1];
      return put(corner, [(goal[0] + goal[2]) / 2, up ? goal[1] - 3 : goal[3] + 3]);
    }
    const to = screen();
    const at = pointOf(scene, subject, to);
    if (at === null) return put([room[2] - size[0] - 12, room[1] + 12], null);
    const corner = placed(at.point, size, room, around(session, scene, map, subject, to));
    apart = [corner[0] - at.point[0], corner[1] - at.point[1]];
    put(corner, at.one ? at.point : null);
  };
  const watch = (): void => {
    const now = `${sheet.style.transform} ${innerWidth} ${innerHeight}`;
    if (now !== seen) {
      const at = seen && apart && !session.compact ? pointOf(scene, subject, screen()) : null;
      if (at && apart) put([at.point[0] + apart[0], at.point[1] + apart[1]], at.one ? at.point : null);
      seen = now;
      clearTimeout(timer);
      timer = window.setTimeout(place, REST);
    }
    frame = requestAnimationFrame(watch);
  };
  const sized = new ResizeObserver(() => {
    const [left, , right] = boxOf(map);
    const width = session.compact ? Math.min(right - left - 24, 420) : WIDTH;
    box.style.setProperty("--hint-width", `${width}px`);
    place();
  });
  sized.observe(box);
  sized.observe(map);
  watch();
  return () => {
    sized.disconnect();
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

function draw(leader: SVGElement, [x, y]: Point, [x2, y2]: Point): void {
  const [line, dot] = [leader.querySelector("line"), leader.querySelector("circle")];
  for (const [name, value] of Object.entries({ x1: x, y1: y, x2, y2 })) line?.setAttribute(name, String(value));
  dot?.setAttribute("cx", String(x));
  dot?.setAttribute("cy", String(y));
}

/** The point that a hint is about; `one` if it is one thing, which a leader can point at. */
function pointOf(
  { rows, spots }: Scene,
  subject: Subject | null,
  to: (point: Point) => Point,
): { point: Point; one: boolean } | null {
  const places = subject?.routes.flatMap((id) => rows.get(id)?.places ?? []) ?? [];
  const middle = places[Math.floor(places.length / 2)];
  if (middle) return { point: to([middle.x, middle.y]), one: true };
  const cities = subject?.cities.flatMap((id) => spots.get(id) ?? []) ?? [];
  if (cities.length === 0) return null;
  const mean = (of: "x" | "y"): number => cities.reduce((sum, spot) => sum + spot[of], 0) / cities.length;
  return { point: to([mean("x"), mean("y")]), one: cities.length === 1 };
}

function around(
  session: TableSession,
  scene: Scene,
  map: HTMLElement,
  subject: Subject | null,
  to: (point: Point) => Point,
): { subject: Box[]; kept: Box[]; ink: Box[] } {
  const seen = ([left, top, right, bottom]: Box): Box => [...to([left, top]), ...to([right, bottom])];
  const { table, data } = session;
  const reach = scene.pen.length / 2;
  const spaces = (routes: readonly string[]): Box[] =>
    routes
      .flatMap((id) => scene.rows.get(id)?.places ?? [])
      .map(({ x, y }) => seen([x - reach, y - reach, x + reach, y + reach]));
  const cities = (ids: readonly string[]): Box[] =>
    ids.flatMap((id) => {
      const spot = scene.spots.get(id);
      if (!spot) return [];
      const { x, y, r } = spot;
      return [seen([x - 2 * r, y - 3 * r, x + 2 * r, y + 2 * r]), seen(spot.label.box)];
    });
  const own = table.open?.seats[table.seat ?? -1]?.routes ?? [];
  const tickets = [...(table.own?.tickets ?? []), ...(table.own?.offered ?? [])];
  const controls = [...map.querySelectorAll(".zoom, .find, .legend.shown, .away")].map(boxOf);
  return {
    subject: [...spaces(subject?.routes ?? []), ...cities(subject?.cities ?? [])],
    kept: [...spaces(own), ...cities(tickets.flatMap((id) => endsOf(data, id))), ...controls],
    ink: scene.ink.map(seen),
  };
}

import { describe, expect, it } from "vitest";
import { put } from "../src/app/boards";
import { labelsAt, LEAST_ON_PHONE, stepsAt, type Labels } from "../src/map/labels/labels";
import { sceneOf, type Scene } from "../src/map/scene";
import type { Board, Printed, Spot } from "../src/protocol";
import { tiny } from "./board-tiny";

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly space: readonly [number, number];
  readonly spaces: readonly { readonly route: string; readonly polygon: readonly (readonly [number, number])[] }[];
  readonly cities: readonly Spot[];
  readonly countries: readonly Spot[];
}

const LAYOUTS = import.meta.glob<Layout>("../../src/kolej/boards/data/*.layout.json", {
  import: "default",
  eager: true,
});

/** The scene of a shipped board: its layout says where everything lies, also the routes' names and ends. */
function laidOut({ spaces, ...layout }: Layout): Scene {
  const places: { [route: string]: [number, number, number][] } = {};
  for (const { route, polygon } of spaces) {
    const mean = (axis: 0 | 1): number => polygon.reduce((sum, point) => sum + point[axis], 0) / polygon.length;
    const [[x0, y0], [x1, y1]] = polygon as unknown as readonly [[number, number], [number, number]];
    (places[route] ??= []).push([mean(0), mean(1), (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI]);
  }
  const { board, plan } = tiny();
  const routes = Object.keys(places).map((id) => {
    const [a = "", b = ""] = id.split("--");
    return { id, a, b: b.replace(/-\d$/, ""), length: places[id]?.length ?? 0 };
  });
  return sceneOf(put({ ...board, routes, tickets: [] } as unknown as Board, { ...plan, ...layout, places } as Printed));
}

/** Points all over a space, its edges and corners included. */
function pointsOf(scene: Scene): [number, number][] {
  const shares = [-0.5, -0.25, 0, 0.25, 0.5];
  return [...scene.rows.values()].flatMap(({ places }) =>
    places.flatMap(({ x, y, turn }) =>
      shares.flatMap((along) =>
        shares.map((across): [number, number] => [
          x + along * scene.pen.length * Math.cos(turn) - across * scene.pen.breadth * Math.sin(turn),
          y + along * scene.pen.length * Math.sin(turn) + across * scene.pen.breadth * Math.cos(turn),
        ]),
      ),
    ),
  );
}

function boxesOf(labels: Labels) {
  return [...labels].flatMap(([city, label]) => (label ? [{ city, box: label.box, size: label.size }] : []));
}

/** The room of the map on phones, in pixels: upright and in landscape. */
const ROOMS = { "390 x 844": [390, 470], "360 x 740": [360, 390], landscape: [504, 390] } as const;

describe.each(
  Object.entries(LAYOUTS).map(([path, layout]) => [/(\w+)\.layout/.exec(path)?.[1] ?? "", layout] as const),
)("names on the whole of %s", (_, layout) => {
  const scene = laidOut(layout);
  const points = pointsOf(scene);
  const [left, top, right, bottom] = scene.bounds;

  it.each(Object.entries(ROOMS))("cover no space and no other name on a phone of %s", (_, [width, height]) => {
    const scale = Math.min((width * 0.96) / (right - left), (height * 0.96) / (bottom - top));
    const steps = stepsAt(scene, scale, LEAST_ON_PHONE);
    const names = boxesOf(labelsAt(scene, steps, new Set(), true));
    expect(names.length).toBeGreaterThan(5);
    for (const { city, box, size } of names) {
      expect(size * scale).toBeGreaterThanOrEqual(LEAST_ON_PHONE * 0.98);
      const under = points.filter(([x, y]) => x > box[0] && x < box[2] && y > box[1] && y < box[3]);
      expect(under, city).toEqual([]);
      const others = names.filter(
        ({ box: other }) =>
          other !== box && box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3],
      );
      expect(others, city).toEqual([]);
    }
  });
  it("are nearly all there on a desktop, where spaces are large", () => {
    const scale = Math.min(1080 / (right - left), 650 / (bottom - top));
    const names = boxesOf(labelsAt(scene, stepsAt(scene, scale), new Set(), false));
    expect(names).toHaveLength(layout.cities.length);
  });
});

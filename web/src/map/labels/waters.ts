/** The names of seas and lakes, each near where it is wished for, if there is room at sea. */
import type { BoardData } from "../../app/boards";
import type { Names, Projection } from "../../protocol";
import { around, panel, type Room } from "./freeSpace";
import type { Point } from "../paint/routeShapes";

export interface WaterName {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle: number;
}

/** Latitude and longitude on paper: a conformal conic. */
export function project({ parallels, meridian, scale, x, y }: Projection, lon: number, lat: number): Point {
  const rad = (degrees: number): number => (degrees * Math.PI) / 180;
  const stretch = (latitude: number): number => Math.atanh(Math.sin(latitude));
  const first = rad(parallels[0]);
  const second = rad(parallels[1]);
  const middle = (first + second) / 2;
  const east = rad(((((lon - meridian + 180) % 360) + 360) % 360) - 180);
  const north = rad(lat);
  const cone =
    Math.abs(first - second) < 1e-9
      ? Math.sin(first)
      : Math.log(Math.cos(first) / Math.cos(second)) / (stretch(second) - stretch(first));
  if (Math.abs(cone) < 1e-6)
    return [x + scale * Math.cos(first) * east, y + scale * Math.cos(first) * (stretch(middle) - stretch(north))];
  const factor = (Math.cos(first) * Math.exp(cone * stretch(first))) / cone;
  const rho = factor * Math.exp(-cone * stretch(north));
  return [
    x + scale * rho * Math.sin(cone * east),
    y + scale * (rho * Math.cos(cone * east) - factor * Math.exp(-cone * stretch(middle))),
  ];
}

export function waterNames(data: BoardData, room: Room, say: (names: Names) => string): WaterName[] {
  const { board, plan, ground } = data;
  if (!ground || !plan.projection) return [];
  const base = Math.sqrt(plan.width * plan.height) * 0.0215;
  const out: WaterName[] = [];
  for (const water of board.map.waters) {
    const text = say(water.name);
    const wished = project(plan.projection, water.lon, water.lat);
    const found = set(text, wished, base * water.size, (water.angle * Math.PI) / 180, plan.width, room);
    if (found) out.push({ text, ...found, angle: water.angle });
  }
  return out;
}

function set(
  text: string,
  wished: Point,
  base: number,
  turn: number,
  reach: number,
  room: Room,
): { x: number; y: number; size: number } | null {
  for (const share of [1, 0.85, 0.7, 0.6]) {
    const size = base * share;
    // Alegreya italic is about 0.43 em wide on average; letters are spaced by 0.22 em
    const width = text.length * size * 0.65;
    for (const [x, y] of around(wished, reach * 0.16, reach * 0.012)) {
      if (!room.free([x, y], width, size * 0.9, turn, true)) continue;
      if (!room.free([x, y], width + size * 0.8, size * 1.8, turn, false)) continue;
      room.take(panel([x, y], width, size * 0.9, turn));
      return { x, y, size };
    }
  }
  return null;
}

/** The final scoring step by step: what each step says, and everyone's points after it. */
import type { ScoreSheet, SeatScore } from "../../protocol";

export type Telling =
  | { kind: "routes" }
  | { kind: "country"; country: string; won: readonly { seat: number; points: number }[] }
  | { kind: "ticket"; seat: number; ticket: string; done: boolean; points: number }
  | { kind: "borrowed"; seat: number; city: string; route: string | null }
  | { kind: "kept"; seat: number; count: number; points: number }
  | { kind: "path"; seat: number; path: readonly string[]; length: number; points: number }
  | { kind: "most"; seat: number; count: number; points: number };

export type Beat = Telling & {
  /** By seat, after this step. */
  readonly scores: readonly number[];
};

/** Open points first, then secret ones, from the last place to the first. */
export function beatsOf(sheet: ScoreSheet): Beat[] {
  const last = [...sheet.seats].sort((a, b) => b.rank - a.rank || a.seat - b.seat);
  const scores = new Map(sheet.seats.map((one) => [one.seat, 0]));
  const beats: Beat[] = [];
  const tell = (telling: Telling, ...points: readonly { seat: number; points: number }[]): void => {
    for (const one of points) scores.set(one.seat, (scores.get(one.seat) ?? 0) + one.points);
    beats.push({ ...telling, scores: sheet.seats.map((one) => scores.get(one.seat) ?? 0) });
  };

  tell({ kind: "routes" }, ...sheet.seats.map((one) => ({ seat: one.seat, points: sumOf(one, "route") })));
  for (const country of countriesOf(sheet)) {
    const won = last
      .map((one) => ({ seat: one.seat, points: sumOf(one, "country", country) }))
      .filter((one) => one.points > 0);
    tell({ kind: "country", country, won }, ...won);
  }
  for (const one of last)
    for (const item of one.items)
      if (item.why === "ticket" || item.why === "missed-ticket")
        tell(
          { kind: "ticket", seat: one.seat, ticket: item.what, done: item.why === "ticket", points: item.points },
          {
            seat: one.seat,
            points: item.points,
          },
        );
  for (const one of last)
    for (const { city, route } of one.stations) tell({ kind: "borrowed", seat: one.seat, city, route });
  for (const one of last)
    for (const item of one.items)
      if (item.why === "station")
        tell(
          { kind: "kept", seat: one.seat, count: numberIn(item.what), points: item.points },
          { seat: one.seat, points: item.points },
        );
  for (const one of last)
    for (const { why, points } of one.items)
      if (why === "longest-path")
        tell(
          { kind: "path", seat: one.seat, path: one.path, length: one.path_length, points },
          { seat: one.seat, points },
        );
  for (const one of last)
    for (const { why, points } of one.items)
      if (why === "most-tickets")
        tell({ kind: "most", seat: one.seat, count: one.tickets_done, points }, { seat: one.seat, points });
  return beats;
}

export function sumOf(score: SeatScore, why: SeatScore["items"][number]["why"], what?: string): number {
  return score.items
    .filter((item) => item.why === why && (what === undefined || item.what === what))
    .reduce((sum, item) => sum + item.points, 0);
}

function countriesOf(sheet: ScoreSheet): string[] {
  const found = sheet.seats.flatMap((one) =>
    one.items.filter((item) => item.why === "country").map((item) => item.what),
  );
  return [...new Set(found)];
}

/** The number that a reason begins with: "3 not built". */
export function numberIn(what: string): number {
  return Number.parseInt(what, 10) || 0;
}

const TICKETS = 22_000;

/** How long a step is shown, in milliseconds at normal speed; many tickets go by faster. */
export function lasts(beat: Beat, beats: readonly Beat[], wagon: number): number {
  switch (beat.kind) {
    case "ticket": {
      const count = beats.filter((one) => one.kind === "ticket").length;
      return Math.min(1500, Math.max(700, TICKETS / count));
    }
    case "path":
      return beat.length * wagon + 1800;
    case "borrowed":
      return 1300;
    case "kept":
      return 800;
    default:
      return 1700;
  }
}

/** The routes of a path that are traced after so many wagons. */
export function traced(path: readonly string[], wagons: number, length: (route: string) => number): string[] {
  const shown: string[] = [];
  let laid = 0;
  for (const route of path) {
    if (laid >= wagons) break;
    shown.push(route);
    laid += length(route);
  }
  return shown;
}

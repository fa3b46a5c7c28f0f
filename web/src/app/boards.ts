/** Boards: what is on them, and how they are printed; fetched once. */
import { DRAWING } from "../style/drawing";
import { call, Wrong } from "./api";
import { forgetBoards } from "./site";
import type { Board, City, Country, Printed, Route } from "../protocol";

export interface BoardData {
  readonly board: Board;
  readonly plan: Printed;
  readonly city: ReadonlyMap<string, City>;
  readonly country: ReadonlyMap<string, Country>;
  readonly route: ReadonlyMap<string, Route>;
  /** Tickets by the id that the protocol uses: `a--b`, with a number if there are several. */
  readonly ticket: ReadonlyMap<string, { a: string; b: string; points: number; long: boolean }>;
}

/** How a board is asked for: a hash always means the same board, a name means its current version. */
export interface BoardKey {
  readonly board: string;
  readonly content: string;
  readonly layout?: string;
}

const known = new Map<string, Promise<BoardData>>();

/** `told` is called with the progress if the board has no layout yet and the server is making one. */
export function boardData(key: BoardKey, told?: (progress: number) => void): Promise<BoardData> {
  const name = [key.content || key.board, key.layout ?? ""].join(" ");
  let found = known.get(name);
  if (found === undefined) {
    found = fetched(key, told);
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

async function fetched(
  { board: id, content, layout = "" }: BoardKey,
  told?: (progress: number) => void,
): Promise<BoardData> {
  const path = { name: content || id };
  const drawn = (query: { layout?: string } = {}): Promise<Printed> =>
    call("GET /api/boards/{name}/drawing", { path, query: { ...query, drawn: DRAWING } });
  const [board, plan] = await Promise.all([
    call("GET /api/boards/{name}", { path }),
    drawn(layout === "" ? {} : { layout })
      // the store has lost the table's layout: the current one shows the same board, only arranged differently
      .catch(after("no-such-layout", () => drawn()))
      .catch(after("no-plan", () => laidOut(path.name, told).then(() => drawn()))),
  ]);
  return put(board, plan);
}

/** Something else to do after an answer with this reason; other errors stay errors. */
function after<T>(reason: string, otherwise: () => Promise<T>): (wrong: unknown) => Promise<T> {
  return (wrong) => {
    if (wrong instanceof Wrong && wrong.reason === reason) return otherwise();
    throw wrong;
  };
}

const PAUSE = 700;

/** Waits until a board is laid out; asking for the layout makes the server start. */
export async function laidOut(name: string, told?: (progress: number) => void): Promise<void> {
  for (;;) {
    const { ready, progress } = await call("GET /api/boards/{name}/readiness", { path: { name } });
    if (ready) return forgetBoards();
    told?.(progress);
    await new Promise((go) => setTimeout(go, PAUSE));
  }
}

/** A board as a table plays it: options chosen at the table replace the board's own rules. */
export function withOptions(data: BoardData, options: { readonly [name: string]: boolean | number }): BoardData {
  if (Object.keys(options).length === 0) return data;
  return { ...data, board: { ...data.board, rules: { ...data.board.rules, ...options } } };
}

const links = new WeakMap<Board, ReadonlyMap<string, readonly Route[]>>();

/** The routes of every city and country. */
export function linksOf({ board }: BoardData): ReadonlyMap<string, readonly Route[]> {
  let found = links.get(board);
  if (found === undefined) {
    const made = new Map<string, Route[]>();
    for (const route of board.routes)
      for (const end of [route.a, route.b]) made.set(end, [...(made.get(end) ?? []), route]);
    found = made;
    links.set(board, found);
  }
  return found;
}

export function put(board: Board, plan: Printed): BoardData {
  const ticket = new Map<string, { a: string; b: string; points: number; long: boolean }>();
  const seen = new Map<string, number>();
  for (const { a, b, points, long } of board.tickets) {
    const name = `${a}--${b}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    ticket.set(count === 1 ? name : `${name}-${count}`, { a, b, points, long });
  }
  return {
    board,
    plan,
    city: new Map(board.cities.map((city) => [city.id, city])),
    country: new Map(board.countries.map((country) => [country.id, country])),
    route: new Map(board.routes.map((route) => [route.id, route])),
    ticket,
  };
}

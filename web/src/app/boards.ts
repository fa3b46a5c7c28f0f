/** Boards: what is on them, and how they are printed; fetched once. */
import { call } from "./api";
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

const known = new Map<string, Promise<BoardData>>();

export function boardData(name: string): Promise<BoardData> {
  let found = known.get(name);
  if (found === undefined) {
    found = fetched(name);
    found.catch(() => known.delete(name));
    known.set(name, found);
  }
  return found;
}

async function fetched(name: string): Promise<BoardData> {
  const path = { name };
  const [board, plan] = await Promise.all([
    call("GET /api/boards/{name}", { path }),
    call("GET /api/boards/{name}/drawing", { path }),
  ]);
  return put(board, plan);
}

/** A board as a table plays it: the rules that were chosen otherwise replace its own. */
export function withOptions(data: BoardData, options: { readonly [name: string]: boolean | number }): BoardData {
  if (Object.keys(options).length === 0) return data;
  return { ...data, board: { ...data.board, rules: { ...data.board.rules, ...options } } };
}

/** Whether a locomotive stands for a card here: the board says where. */
export function locomotivesPay(board: Board, { kind }: Route): boolean {
  return board.rules.locomotives_pay === "everywhere" || kind === "tunnel" || kind === "ferry";
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

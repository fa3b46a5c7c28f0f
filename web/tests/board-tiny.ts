/** Three cities on a small board: a double from a to b, a tunnel from b down to c, a ferry from a to c. */
import { put, type BoardData } from "../src/app/boards";
import type { Board, City, OpenView, Layout, Route, Rules, SeatView, Space, Spot } from "../src/protocol";

const city = (id: string, name: string): City => ({
  id,
  name,
  lat: null,
  lon: null,
  country: null,
  place: null,
  label: null,
});

const route = (id: string, a: string, b: string, length: number, more: Partial<Route> = {}): Route => ({
  id,
  a,
  b,
  length,
  colour: "grey",
  kind: "normal",
  locomotives: 0,
  swap: 0,
  bend: null,
  ...more,
});

const spot = (id: string, x: number, y: number, name: string): Spot => ({
  id,
  x,
  y,
  r: 8,
  label: { text: name, box: [x + 10, y - 8, x + 60, y + 8], lines: [{ text: name, x: x + 10, y: y + 7 }], size: 20 },
  true: null,
  box: null,
});

function space(routeId: string, index: number, x: number, y: number, upright = false): Space {
  const [dx, dy] = upright ? [0, 15] : [15, 0];
  const [nx, ny] = upright ? [-5, 0] : [0, 5];
  const corner = (along: number, across: number): [number, number] => [
    x + along * dx + across * nx,
    y + along * dy + across * ny,
  ];
  return { route: routeId, index, polygon: [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] };
}

export function tiny(): BoardData {
  const board: Board = {
    format: 1,
    id: "tiny",
    name: { en: "Tiny", pl: "Tiny", it: "Tiny" },
    note: "",
    map: { width: 400, geography: "none", home: [], borders: false, waters: [] },
    rules: { locomotives_pay: "everywhere" } as Rules,
    cities: [city("a", "Łomża"), city("b", "Oslo"), city("c", "Cádiz")],
    countries: [],
    routes: [
      route("a--b-1", "a", "b", 2, { colour: "red" }),
      route("a--b-2", "a", "b", 2, { colour: "blue" }),
      route("b--c", "b", "c", 3, { kind: "tunnel" }),
      route("a--c", "a", "c", 4, { kind: "ferry", locomotives: 1 }),
    ],
    tickets: [
      { a: "a", b: "c", points: 5, long: false },
      { a: "a", b: "c", points: 9, long: true },
    ],
    acknowledge: [],
  };
  const plan: Layout = {
    board: "tiny",
    digest: "",
    width: 400,
    height: 400,
    space: [30, 10],
    spaces: [
      space("a--b-1", 1, 170, 93),
      space("a--b-1", 0, 130, 93),
      space("a--b-2", 0, 130, 107),
      space("a--b-2", 1, 170, 107),
      ...[130, 170, 210].map((y, i) => space("b--c", i, 200, y, true)),
      ...[130, 165, 200, 235].map((y, i) => space("a--c", i, 100, y, true)),
    ],
    cities: [spot("a", 100, 100, "Łomża"), spot("b", 200, 100, "Oslo"), spot("c", 200, 250, "Cádiz")],
    countries: [],
    projection: null,
  };
  const ground = { land: "M0 0l400 0 0 320-400 0z", home: "", lakes: "", rivers: "", borders: "", graticule: "" };
  return put(board, plan, ground);
}

/** A position in which seats own these routes, with these closed and these stations. */
export function position(
  routes: readonly (readonly string[])[],
  closed: readonly string[] = [],
  stations: readonly (readonly string[])[] = [],
): OpenView {
  const seats = routes.map((own, seat): SeatView => ({
    seat,
    score: 0,
    trains: 45,
    stations: 3,
    station_cities: stations[seat] ?? [],
    cards: 4,
    known: {},
    tickets: 1,
    offered: 0,
    routes: own,
    country_cards: {},
  }));
  return {
    phase: "turn",
    awaited: [0],
    display: {},
    discards: {},
    deck: 50,
    ticket_deck: 20,
    starter: 0,
    last_turns: null,
    seats,
    stacks: {},
    tunnel: null,
    closed,
  };
}

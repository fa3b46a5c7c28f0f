/** Three cities on a small board: a double from a to b, a tunnel from b down to c, a ferry from a to c. */
import { put, type BoardData } from "../src/app/boards";
import type { Board, City, OpenView, Printed, Route, Rules, SeatView, Spot } from "../src/protocol";

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
  const upright = (x: number, ys: readonly number[]): [number, number, number][] => ys.map((y) => [x, y, 90]);
  const plan: Printed = {
    width: 400,
    height: 400,
    space: [30, 10],
    measures: {},
    beneath: "",
    spaces: "",
    discs: "",
    legend: {},
    cities: [spot("a", 100, 100, "Łomża"), spot("b", 200, 100, "Oslo"), spot("c", 200, 250, "Cádiz")],
    countries: [],
    papers: { a: "land", b: "land", c: "sea" },
    places: {
      "a--b-1": [
        [130, 93, 0],
        [170, 93, 0],
      ],
      "a--b-2": [
        [130, 107, 0],
        [170, 107, 0],
      ],
      "b--c": upright(200, [130, 170, 210]),
      "a--c": upright(100, [130, 165, 200, 235]),
    },
    waters: {},
    growth: 1.15,
    tags: {},
    plaques: {},
  };
  return put(board, plan);
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

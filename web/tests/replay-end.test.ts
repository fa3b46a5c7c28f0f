import { describe, expect, it } from "vitest";
import { beatsOf, lasts, sumOf, traced } from "../src/table/end/steps";
import { rowsOf } from "../src/table/end/totals";
import { drawnLines, statisticsOf } from "../src/table/end/statistics";
import type { BoardData } from "../src/app/boards";
import type { Item, Rules, ScoreSheet, SeatScore, Step } from "../src/protocol";

const RULES = {
  stations: 3,
  station_points: 4,
  longest_path_bonus: 10,
  most_tickets_bonus: 0,
  ties: ["tickets", "fewer-stations", "longest-path-bonus"],
} as unknown as Rules;

function score(seat: number, rank: number, items: Item[], more: Partial<SeatScore> = {}): SeatScore {
  const total = items.reduce((sum, item) => sum + item.points, 0);
  const tickets_done = items.filter((item) => item.why === "ticket").length;
  return { seat, total, rank, items, tickets_done, path_length: 0, path: [], stations: [], ...more };
}

const SHEET: ScoreSheet = {
  seats: [
    score(0, 2, [
      { why: "route", what: "a--b", points: 4 },
      { why: "route", what: "b--c", points: 7 },
      { why: "missed-ticket", what: "a--d", points: -9 },
      { why: "station", what: "3 not built", points: 12 },
    ]),
    score(
      1,
      1,
      [
        { why: "route", what: "c--d", points: 15 },
        { why: "ticket", what: "c--d", points: 8 },
        { why: "ticket", what: "a--c", points: 6 },
        { why: "station", what: "1 not built", points: 4 },
        { why: "longest-path", what: "9 trains", points: 10 },
        { why: "country", what: "lt", points: 3 },
        { why: "country", what: "lt", points: 2 },
      ],
      {
        path: ["c--d", "d--e"],
        path_length: 9,
        stations: [
          { city: "a", route: "a--b" },
          { city: "c", route: null },
        ],
      },
    ),
  ],
  winners: [1],
  tie: "",
};

describe("the show", () => {
  const beats = beatsOf(SHEET);

  it("ends with what the server counted", () => {
    expect(beats.at(-1)?.scores).toEqual(SHEET.seats.map((seat) => seat.total));
  });

  it("tells open points first, then the last place's tickets, stations and the path", () => {
    expect(beats.map((beat) => ("seat" in beat ? `${beat.kind} ${beat.seat}` : beat.kind))).toEqual([
      "routes",
      "country",
      "ticket 0",
      "ticket 1",
      "ticket 1",
      "borrowed 1",
      "borrowed 1",
      "kept 0",
      "kept 1",
      "path 1",
    ]);
  });

  it("counts on from beat to beat", () => {
    expect(beats[0]?.scores).toEqual([11, 15]);
    expect(beats[1]).toMatchObject({ country: "lt", won: [{ seat: 1, points: 5 }], scores: [11, 20] });
    expect(beats[2]).toMatchObject({ ticket: "a--d", done: false, points: -9, scores: [2, 20] });
    expect(beats[5]).toMatchObject({ route: "a--b", scores: [2, 34] });
    expect(beats[7]).toMatchObject({ count: 3, points: 12 });
  });

  it("traces the path wagon by wagon", () => {
    const length = (route: string): number => (route === "c--d" ? 6 : 3);
    expect(traced(["c--d", "d--e"], 0, length)).toEqual([]);
    expect(traced(["c--d", "d--e"], 1, length)).toEqual(["c--d"]);
    expect(traced(["c--d", "d--e"], 6, length)).toEqual(["c--d"]);
    expect(traced(["c--d", "d--e"], 7, length)).toEqual(["c--d", "d--e"]);
  });

  it("gives a path time for its wagons", () => {
    const path = beats.at(-1);
    expect(path && lasts(path, beats, 90)).toBeGreaterThan(9 * 90);
  });
});

describe("the table of points", () => {
  it("adds up to the totals, seat by seat", () => {
    const rows = rowsOf(SHEET, RULES, 1);
    SHEET.seats.forEach((seat, index) => {
      expect(rows.reduce((sum, row) => sum + (row.points[index] ?? 0), 0)).toBe(seat.total);
    });
  });

  it("has the rows that the board knows, and those alone", () => {
    expect(rowsOf(SHEET, RULES, 1).map((row) => row.why)).toEqual([
      "route",
      "country",
      "ticket",
      "missed-ticket",
      "station",
      "longest-path",
    ]);
    const plain = { ...SHEET, seats: [score(0, 1, [{ why: "route", what: "a--b", points: 4 }])] };
    expect(
      rowsOf(plain, { ...RULES, stations: 0, longest_path_bonus: 0, most_tickets_bonus: 15 }, 0).map((row) => row.why),
    ).toEqual(["route", "ticket", "missed-ticket", "most-tickets"]);
  });

  it("sums by reason and by what it is for", () => {
    const [, second] = SHEET.seats;
    expect(second && sumOf(second, "ticket")).toBe(14);
    expect(second && sumOf(second, "country", "lt")).toBe(5);
  });
});

describe("statistics", () => {
  const seat = (cards: number, trains: number): unknown => ({ cards, trains });
  const step = (number: number, who: number | null, events: Step["events"], phase = "turn"): Step =>
    ({
      number,
      seat: who,
      action: null,
      events,
      open: { phase, seats: [seat(4 + number, 40 - number), seat(4, 45)] },
      own: [],
      score: [],
    }) as unknown as Step;
  const steps = [
    step(0, null, [{ event: "started", number: 0, seats: 2, starter: 0 }], "first-tickets"),
    step(1, 0, [{ event: "chose", number: 1, seat: 0, tickets: null }]),
    step(2, 0, [{ event: "drew", number: 2, seat: 0, card: "L", blind: true }], "second-card"),
    step(3, 0, [{ event: "drew", number: 3, seat: 0, card: "R", blind: false }]),
    step(4, 1, [{ event: "claimed", number: 4, seat: 1, route: "a--b", cards: "RR", swapped: "", points: 2 }]),
  ];
  const data = { route: new Map([["a--b", { length: 2 }]]) } as unknown as BoardData;

  it("counts what each seat did", () => {
    const [first, second] = statisticsOf(steps, 2, data);
    expect(first).toMatchObject({
      turns: 1,
      drawn: 2,
      blind: 1,
      locomotives: 1,
      routes: 0,
      trainsLeft: 36,
      mostCards: 8,
    });
    expect(second).toMatchObject({ turns: 1, drawn: 0, routes: 1, longestRoute: 2 });
  });

  it("draws the cards that were drawn", () => {
    expect(drawnLines(steps, 2)).toEqual([
      [0, 0, 1, 2, 2],
      [0, 0, 0, 0, 0],
    ]);
  });
});

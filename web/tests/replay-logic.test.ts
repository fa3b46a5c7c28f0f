import { describe, expect, it, vi } from "vitest";
import { Wrong } from "../src/app/api";
import type { Step, Steps } from "../src/protocol";
import { hashOf, placeOf } from "../src/replay/address";
import { Player } from "../src/replay/playback.svelte";
import { acrossOf, downOf, moveAt, scaleOf, spread, stairs } from "../src/replay/plot";
import { readRecord } from "../src/replay/record";
import { PAGE, ReplaySteps } from "../src/replay/steps.svelte";
import { seatsOfNames } from "../src/replay/replaySeats";
import { turnsOf } from "../src/replay/turns";
import { settings } from "../src/app/settings.svelte";

function step(number: number, seat: number | null = number % 2, phase: Step["open"]["phase"] = "turn"): Step {
  return { number, seat, action: null, events: [], open: { phase } as Step["open"], own: [], score: [0, 0] };
}

/** A game of so many moves, served in pages. */
function served(moves: number, asked: number[] = []): (first: number, count: number) => Promise<Steps> {
  return async (first, count) => {
    asked.push(first);
    const steps = [];
    for (let number = first; number < Math.min(first + count, moves + 1); number++) steps.push(step(number));
    return { board: "europe", content: "", names: ["Ala", "Ola"], moves, steps, score: null };
  };
}

describe("a reel", () => {
  it("has every step once, page by page", async () => {
    const asked: number[] = [];
    const reel = new ReplaySteps(served(314, asked));
    await reel.load();
    expect(asked).toEqual([0, 100, 200, 300]);
    expect(reel.steps.map((one) => one?.number)).toEqual(Array.from({ length: 315 }, (_, number) => number));
    expect(reel.whole).toBe(true);
  });

  it("fetches first what is looked at, and shows the latest step that is here", async () => {
    const asked: number[] = [];
    const reel = new ReplaySteps(served(314, asked));
    await reel.want(250);
    expect(asked).toEqual([200]);
    expect(reel.near(250)?.number).toBe(250);
    expect(reel.near(310)?.number).toBe(299);
    expect(reel.near(100)).toBeNull();
    expect(reel.whole).toBe(false);
    await reel.load(250);
    expect(asked).toEqual([200, 0, 100, 300]);
  });

  it("asks for a page once, however often it is wanted", async () => {
    const asked: number[] = [];
    const reel = new ReplaySteps(served(PAGE, asked));
    await Promise.all([reel.want(3), reel.want(7), reel.load()]);
    expect(asked).toEqual([0, 100]);
  });

  it("waits when the server shows too many games at once", async () => {
    vi.useFakeTimers();
    let tries = 0;
    const good = served(10);
    const reel = new ReplaySteps((first, count) =>
      ++tries < 3 ? Promise.reject(new Wrong(429, "too-fast", "")) : good(first, count),
    );
    const loaded = reel.load();
    await vi.runAllTimersAsync();
    await loaded;
    vi.useRealTimers();
    expect(tries).toBe(3);
    expect(reel.wrong).toBe("");
    expect(reel.whole).toBe(true);
  });

  it("says what is wrong", async () => {
    const reel = new ReplaySteps(() => Promise.reject(new Wrong(409, "not-over", "")));
    await reel.load();
    expect(reel.wrong).toBe("not-over");
  });
});

describe("the place in an address", () => {
  it("is read and written", () => {
    expect(placeOf("#move=12&seat=1")).toEqual({ move: 12, seat: 1 });
    expect(placeOf("#move=12")).toEqual({ move: 12, seat: null });
    expect(placeOf("")).toEqual({ move: 0, seat: null });
    expect(placeOf("#move=-3&seat=x")).toEqual({ move: 0, seat: null });
    expect(placeOf(hashOf({ move: 7, seat: 0 }))).toEqual({ move: 7, seat: 0 });
    expect(hashOf({ move: 7, seat: null })).toBe("#move=7");
  });
});

describe("a player of a replay", () => {
  it("stays within the game, and stops at its end", () => {
    const player = new Player();
    player.moves = 3;
    player.step(-1);
    expect(player.at).toBe(0);
    player.toggle();
    for (let n = 0; n < 3; n++) player.tick();
    expect([player.at, player.playing]).toEqual([3, false]);
    player.toggle();
    expect([player.at, player.playing]).toEqual([0, true]);
  });

  it("obeys keys, and a hand on it stops it", () => {
    const player = new Player();
    player.moves = 9;
    expect(player.key(" ")).toBe(true);
    expect(player.playing).toBe(true);
    player.key("ArrowRight");
    expect([player.at, player.playing]).toEqual([1, false]);
    player.key("End");
    expect(player.at).toBe(9);
    player.key("Home");
    expect(player.at).toBe(0);
    expect(player.key("x")).toBe(false);
  });

  it("goes round the speeds", () => {
    const player = new Player();
    const seen = [1, 2, 3, 4].map(() => (player.faster(), player.speed));
    expect(seen).toEqual([2, 4, 0.5, 1]);
  });
});

describe("a plot", () => {
  const box = { left: 30, top: 10, width: 300, height: 100 };

  it("has a scale of round numbers around all values", () => {
    expect(scaleOf([0, 68])).toEqual({ low: 0, high: 80, ticks: [0, 20, 40, 60, 80] });
    expect(scaleOf([-29, 41]).ticks).toEqual([-40, -20, 0, 20, 40, 60]);
    expect(scaleOf([]).high).toBeGreaterThan(0);
    for (const values of [[1], [3, 7], [115, -41], [1000]]) {
      const scale = scaleOf(values);
      expect(scale.low).toBeLessThanOrEqual(Math.min(0, ...values));
      expect(scale.high).toBeGreaterThanOrEqual(Math.max(...values));
    }
  });

  it("finds the move under a point, and the point of a move", () => {
    for (const move of [0, 17, 200]) expect(moveAt(box, acrossOf(box, move, 200), 200)).toBe(move);
    expect(moveAt(box, -50, 200)).toBe(0);
    expect(moveAt(box, 900, 200)).toBe(200);
    const scale = scaleOf([0, 80]);
    expect(downOf(box, 0, scale)).toBe(110);
    expect(downOf(box, 80, scale)).toBe(10);
  });

  it("draws stairs, with gaps where nothing is known", () => {
    const scale = { low: 0, high: 10, ticks: [] };
    expect(stairs([0, 0, 5, 5], box, scale, 3)).toBe("M30 110H230V60H330");
    expect(stairs([0, undefined, 10, 10], box, scale, 3)).toBe("M30 110M230 10H330");
  });

  it("keeps labels apart and within", () => {
    const placed = spread([50, 51, 52, 99], 17, 0, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    for (let n = 1; n < sorted.length; n++) expect((sorted[n] ?? 0) - (sorted[n - 1] ?? 0)).toBeGreaterThanOrEqual(17);
    expect(Math.max(...placed)).toBeLessThanOrEqual(100);
  });
});

describe("turns", () => {
  it("join the steps of one turn", () => {
    const steps = [
      step(0, null, "first-tickets"),
      step(1, 0, "second-card"),
      step(2, 0),
      step(3, 1),
      step(4, 0, "tunnel"),
      step(5, 0),
    ];
    expect(turnsOf(steps).map((turn) => [turn.first, turn.last, turn.seat])).toEqual([
      [0, 0, null],
      [1, 2, 0],
      [3, 3, 1],
      [4, 5, 0],
    ]);
  });
});

describe("a record", () => {
  it("calls bots as a table does, and people as they are called", () => {
    settings.language = "en";
    const seats = seatsOfNames(["Zofia", "greedy 2", "hard"]);
    expect(seats.map((seat) => seat.name)).toEqual(["Zofia", "Greedy 2", "Mr Vale"]);
    expect(seats.map((seat) => seat.plan.for)).toEqual(["anyone", "bot", "bot"]);
  });
  it("is told from other files", () => {
    expect(readRecord("{}")).toBeNull();
    expect(readRecord("no")).toBeNull();
    expect(readRecord(JSON.stringify({ board: "usa", seats: 2, moves: [], deal: [] }))).not.toBeNull();
  });
});

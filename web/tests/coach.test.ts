import { beforeEach, describe, expect, it, vi } from "vitest";
import { note, progress } from "../src/learn/done";
import { cardPlace, notchOf } from "../src/learn/coach/cardPlace";
import { LessonRun } from "../src/learn/coach/lessonRun.svelte";
import { targetOf } from "../src/learn/coach/point";
import { chaptersOf, deedOf, previewOf, shownOf } from "../src/learn/coach/steps";
import { overlap, type Box } from "../src/map/paint/routeShapes";
import type { Choices, LessonLook, LessonState, LessonStep } from "../src/protocol";
import type { TableSession } from "../src/table/session.svelte";
import { tiny } from "./board-tiny";

const step = (kind: LessonStep["kind"], title: string, more: Partial<LessonStep> = {}): LessonStep => ({
  kind,
  title: { en: title },
  text: { en: `${title}.` },
  point: "",
  way: [],
  button: null,
  expect: [],
  otherwise: null,
  missed: null,
  turns: null,
  ...more,
});
const STEPS = [
  step("read", "Ticket"),
  step("do", "Cards", { expect: ["draw B"] }),
  step("do", "Cards", { expect: ["draw B"] }),
  step("read", "Trains"),
  step("read", "Trains"),
  step("do", "Trains", { expect: ["claim a--b-2 BB"] }),
  step("read", "Points"),
];
const at = (index: number, state: LessonState["state"] = "go"): LessonState => ({ step: index, state, turns: null });

describe("the step that is shown", () => {
  const shown = (view: LessonState, read = 0, moving = true) => shownOf(STEPS, view, read, moving);
  it("is what the server waits for, after the pages before it were read", () => {
    expect(shown(at(1))).toEqual({ kind: "step", index: 0 });
    expect(shown(at(1), 1)).toEqual({ kind: "step", index: 1 });
    expect(shown(at(2), 1)).toEqual({ kind: "step", index: 2 });
    expect(shown(at(5), 1)).toEqual({ kind: "step", index: 3 });
    expect(shown(at(5), 4)).toEqual({ kind: "step", index: 4 });
    expect(shown(at(5), 5)).toEqual({ kind: "step", index: 5 });
  });
  it("is shown again from its first page to somebody who comes back", () => {
    expect(shown(at(5), 0)).toEqual({ kind: "step", index: 3 });
  });
  it("waits while others move", () => {
    expect(shown(at(5), 0, false)).toEqual({ kind: "wait" });
    expect(shown(at(5, "watch"))).toEqual({ kind: "wait" });
  });
  it("is followed by the last pages and the end", () => {
    expect(shown(at(7, "won"), 5, false)).toEqual({ kind: "step", index: 6 });
    expect(shown(at(7, "won"), 7, false)).toEqual({ kind: "won" });
    expect(shown(at(5, "missed"), 5)).toEqual({ kind: "missed", index: 5 });
  });
});

it("steps with the same title are one chapter", () => {
  expect(chaptersOf(STEPS).map(({ title, first, last }) => [title.en, first, last])).toEqual([
    ["Ticket", 0, 0],
    ["Cards", 1, 2],
    ["Trains", 3, 5],
    ["Points", 6, 6],
  ]);
});

describe("the button of a step", () => {
  const choices = {
    claim: { "a--b-2": ["LL", "BB", "BL"] },
    station: ["b"],
    station_cards: ["L", "R"],
    pay: ["L", "B"],
  } as unknown as Choices;
  const deed = (expected: string, can: Choices | null = choices) =>
    deedOf(step("do", "x", { expect: [expected] }), can);
  it("does what the step expects", () => {
    expect(deed("draw B")).toBe("draw B");
    expect(deed("draw B", null)).toBeNull();
  });
  it("pays as the client would where the step leaves that open", () => {
    expect(deed("claim a--b-2 *")).toBe("claim a--b-2 BB");
    expect(deed("claim a--c *")).toBeNull();
    expect(deed("station b *")).toBe("station b R");
    expect(deed("pay *")).toBe("pay B");
  });
  it("previews a claim", () => {
    expect(previewOf("claim a--b-2 BB")).toEqual({ route: "a--b-2", line: "BB" });
    expect(previewOf("draw B")).toBeNull();
    expect(previewOf(null)).toBeNull();
  });
});

it("a step points at things on the map, or at parts of the page", () => {
  const target = (point: string) => targetOf({ point, way: ["a--c"] }, tiny());
  expect(target("route:a--b-1")).toMatchObject({ routes: ["a--b-1"], places: [], way: ["a--c"], parts: [] });
  expect(target("city:b").places).toEqual(["b"]);
  expect(target("ticket:a--c")).toMatchObject({ places: ["a", "c"], parts: ['[data-ticket="a--c"]'] });
  expect(target("market:B").parts).toEqual(['[data-market][data-card="B"]']);
  expect(target("")).toEqual({ routes: [], places: [], way: ["a--c"], parts: [] });
});

describe("the card", () => {
  const room: Box = [0, 48, 1132, 762];
  const box = (place: { left: number; top: number }): Box => [place.left, place.top, place.left + 400, place.top + 220];
  it("stands beside what it speaks of, and never over it", () => {
    const route = Array.from({ length: 6 }, (_, i): Box => [400 + i * 60, 330 + i * 50, 440 + i * 60, 370 + i * 50]);
    const found = box(cardPlace(route, [400, 220], room, [], [570, 475]));
    expect(route.map((space) => overlap(found, space))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(found[0]).toBeGreaterThanOrEqual(room[0]);
    expect(found[3]).toBeLessThanOrEqual(room[3]);
    expect(notchOf(route, found)).not.toBeNull();
  });
  it("leaves other things in sight if it can", () => {
    const flag: Box = [500, 300, 560, 340];
    const without = box(cardPlace([], [400, 220], room, [], [566, 405]));
    expect(overlap(without, flag)).toBeGreaterThan(0);
    expect(overlap(box(cardPlace([], [400, 220], room, [flag], [566, 405])), flag)).toBe(0);
  });
  it("points beyond the map at a card of the market", () => {
    const market: Box = [1150, 700, 1220, 750];
    const found = box(cardPlace([market], [400, 220], room, [], [1185, 725]));
    expect(found[2]).toBe(room[2] - 12);
    expect(notchOf([market], found)?.side).toBe("right");
    expect(notchOf([], found)).toBeNull();
  });
});

describe("a lesson", () => {
  const LESSON = {
    title: { en: "First ride" },
    steps: [
      STEPS[0],
      step("do", "Cards", { expect: ["draw B"], button: { en: "Take it" }, otherwise: { en: "The blue one." } }),
    ],
  } as unknown as LessonLook;
  function begun(view: LessonState, own = true) {
    const act = vi.fn();
    const table = { position: own ? { lesson: view } : null, choices: {} };
    const run = new LessonRun({ table, data: tiny(), act } as unknown as TableSession, "first-ride", LESSON);
    return { run, act };
  }
  it("is read on, and then done by its button", () => {
    const { run, act } = begun(at(1));
    expect([run.index, run.deed]).toEqual([0, null]);
    run.go();
    expect([run.index, run.chapter, run.deed]).toEqual([1, 1, "draw B"]);
    expect(act).not.toHaveBeenCalled();
    run.go();
    expect(act).toHaveBeenCalledWith("draw B");
  });
  it("has its own words for what it does not take", () => {
    const { run } = begun(at(1));
    expect(run.refuse("not-in-lesson"), "a page has none").toBe(false);
    run.go();
    expect(run.refuse("too-few-cards")).toBe(false);
    expect(run.refused).toBeNull();
    expect(run.refuse("not-in-lesson")).toBe(true);
    expect(run.refused).toBe("The blue one.");
  });
  it("waits until the server says where it is", () => {
    expect(begun(at(1), false).run.shown).toEqual({ kind: "wait" });
  });
});

describe("what was learned", () => {
  const store = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, text: string) => void store.set(key, text),
  };
  beforeEach(() => {
    store.clear();
    vi.stubGlobal("localStorage", localStorage);
    return () => vi.unstubAllGlobals();
  });
  it("is remembered, and stays finished", () => {
    note("first-ride", "begun");
    expect(progress()).toEqual({ "first-ride": "begun" });
    note("first-ride", "done");
    note("first-ride", "begun");
    note("tunnels", "begun");
    expect(progress()).toEqual({ "first-ride": "done", tunnels: "begun" });
  });
  it("is nothing if the store is damaged", () => {
    localStorage.setItem("kolej.lessons", "{");
    expect(progress()).toEqual({});
    localStorage.setItem("kolej.lessons", "null");
    expect(progress()).toEqual({});
  });
});

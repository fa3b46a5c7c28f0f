import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../src/i18n/index.svelte";
import { catalogue } from "./catalogues";
import { another, asked, full, moved, newTable, optionsOf, usual, type Draft } from "../src/lobby/draft";
import { namesOf, ordered, others, pageIn, standing } from "../src/lobby/lists";
import { friendlyName } from "../src/app/guestNames";
import type { BoardInfo, TableLine } from "../src/protocol";
import { settings } from "../src/app/settings.svelte";

const OPTIONS = [
  "swaps_fill_colour",
  "one_route_per_country",
  "every_border_pays",
  "longest_path_bonus",
  "most_tickets_bonus",
];
const board = (id: string, players: [number, number], own = false): BoardInfo => ({
  id,
  name: { en: id },
  content: "",
  players,
  cities: 30,
  routes: 80,
  tickets: 30,
  own,
  fault: "",
  laid_out: true,
  options: OPTIONS.map((name) => ({ name, default: false })),
});
const europe = board("europe", [2, 5]);
const nordic = board("nordic", [2, 3]);
const BOTS = ["greedy", "random"];

describe("a draft of a table", () => {
  it("offers the bot of the middle where the server has it", () => {
    expect(another(["easy", "medium", "hard"])).toEqual({ kind: "bot", bot: "medium" });
    expect(another(["greedy"])).toEqual({ kind: "bot", bot: "greedy" });
  });
  it("has you and two bots, is private and can begin at once", () => {
    const draft = usual(europe, BOTS);
    expect(newTable(draft)).toMatchObject({
      board: "europe",
      seats: [{ for: "host" }, { for: "bot", bot: "greedy" }, { for: "bot", bot: "greedy" }],
      listed: false,
      clock: { kind: "none" },
    });
    expect(full(draft)).toBe(true);
  });

  it("takes fewer people where the board is smaller and more where it needs them", () => {
    expect(usual(board("duel", [2, 2]), BOTS).seats).toHaveLength(2);
    const five: Draft = { ...usual(europe, BOTS), seats: Array.from({ length: 5 }, () => ({ kind: "anyone" })) };
    expect(moved(five, nordic, BOTS).seats).toHaveLength(3);
    const two: Draft = { ...usual(europe, BOTS), seats: [{ kind: "you" }, { kind: "friend" }] };
    expect(moved(two, board("crowd", [4, 5]), BOTS).seats.map(({ kind }) => kind)).toEqual([
      "you",
      "friend",
      "bot",
      "bot",
    ]);
  });

  it("waits while a seat is for somebody who has to come", () => {
    for (const kind of ["anyone", "friend"] as const)
      expect(full({ ...usual(europe, BOTS), seats: [{ kind: "you" }, { kind }] })).toBe(false);
    expect(full({ ...usual(europe, BOTS), seats: [{ kind: "you" }, { kind: "here", name: "Ola" }] })).toBe(true);
  });

  it("gives people around the device names of their own, even if they entered none", () => {
    const draft: Draft = {
      ...usual(europe, BOTS),
      seats: [
        { kind: "here", name: " Ola " },
        { kind: "here", name: " " },
        { kind: "here", name: "" },
      ],
    };
    expect(newTable(draft).seats).toEqual([
      { for: "host", name: "Ola" },
      { for: "host", name: "Player 2" },
      { for: "host", name: "Player 3" },
    ]);
  });

  it("follows the address that kolej play opens, as far as the board and the server allow", () => {
    const from = (query: string): Draft | null => asked(new URLSearchParams(query), [europe, nordic], BOTS);
    expect(from("board=nordic&bots=random")?.seats).toEqual([{ kind: "you" }, { kind: "bot", bot: "random" }]);
    expect(from("board=nordic&bots=random,random,random")?.seats).toHaveLength(3);
    expect(from("board=nowhere&bots=none")?.board).toBe("europe");
    expect(asked(new URLSearchParams(), [], BOTS)).toBeNull();
  });

  it("is on the simplest board for a first visitor, and like the last one after that", () => {
    const boards = [europe, nordic, board("usa", [2, 5])];
    const from = (query: string, last: Draft | null = null) => asked(new URLSearchParams(query), boards, BOTS, last);
    expect(from("")).toEqual(usual(board("usa", [2, 5]), BOTS));
    const last: Draft = {
      ...usual(europe, BOTS),
      seats: [{ kind: "you" }, { kind: "bot", bot: "random" }, { kind: "friend" }],
      options: { longest_path_bonus: 0, gone: 1 },
      clock: "calm",
    };
    expect(from("", last)).toEqual({ ...last, options: { longest_path_bonus: 0 } });
    expect(from("board=nordic", last)).toEqual(usual(nordic, BOTS));
    expect(from("bots=random", last)).toMatchObject({ board: "europe", clock: "none" });
    expect(from("", { ...last, board: "gone" })?.board).toBe("usa");
    const bots = asked(new URLSearchParams(), boards, ["greedy"], last)?.seats[1];
    expect(bots, "a bot that is no longer there").toEqual({ kind: "bot", bot: "greedy" });
  });

  it("shows the options that change something on the board", () => {
    expect(optionsOf(europe).map(({ name }) => name)).toEqual(["longest_path_bonus", "most_tickets_bonus"]);
    expect(optionsOf(board("poland", [2, 4])).map(({ name }) => name)).toContain("every_border_pays");
    expect(optionsOf(board("europe", [2, 5], true))).toHaveLength(OPTIONS.length);
  });
});

const line = (given: Partial<TableLine>): TableLine => ({
  id: "a",
  state: "playing",
  board: "europe",
  clock: { kind: "none" },
  listed: false,
  spectators: true,
  created: 0,
  updated: 0,
  free: 0,
  names: ["Ala", "Ola", "Ela", null],
  bots: [],
  awaited: [1],
  mine: [0],
  ...given,
});

describe("lists of tables", () => {
  it("begin with those where it is your turn", () => {
    const lines = [
      line({ id: "over", state: "over" }),
      line({ id: "theirs", updated: 9 }),
      line({ id: "old", awaited: [0], updated: 1 }),
      line({ id: "new", awaited: [0, 1], updated: 2 }),
      line({ id: "waiting", state: "waiting" }),
      line({ id: "closed", state: "closed" }),
    ];
    expect(ordered(lines).map(({ id }) => id)).toEqual(["new", "old", "waiting", "theirs", "over"]);
    expect(standing(line({ mine: [] }))).toBe("playing");
  });

  it("name the others", () => {
    expect(others(line({}))).toEqual({ names: ["Ola", "Ela"], more: 0 });
    expect(others(line({ mine: [], names: ["A", "B", "C", "D"] }))).toEqual({ names: ["A", "B"], more: 2 });
  });

  it("say bots in the language in use, and leave people their names", () => {
    settings.language = "en";
    const told = line({ names: ["medium", "medium 1", "medium 2", "my bot 3"], bots: [1, 2, 3] });
    expect(namesOf(told)).toEqual(["medium", "Nora", "Lena", "my bot 3"]);
  });
});

describe("a pasted link", () => {
  it.each([
    ["https://play.example.org/kolej/t/Kd5xT9mWq3Ra", "t/Kd5xT9mWq3Ra"],
    ["http://127.0.0.1:8400/t/Kd5xT9mWq3Ra#invitation=h7Gp", "t/Kd5xT9mWq3Ra#invitation=h7Gp"],
    ["http://127.0.0.1:8400/replay/Kd5xT9mWq3Ra#move=3", "replay/Kd5xT9mWq3Ra#move=3"],
    [" Kd5xT9mWq3Ra ", "t/Kd5xT9mWq3Ra"],
  ])("%s leads to a table", (text, page) => {
    expect(pageIn(text)).toBe(page);
  });

  it("is told from other text", () => {
    expect(pageIn("hello")).toBeNull();
    expect(pageIn("")).toBeNull();
  });
});

it("a friendly name is short enough to be a name", () => {
  for (const language of LANGUAGES) {
    const each = (key: "guest.first" | "guest.second") => catalogue(language)[key]?.split(", ") ?? [];
    const longest = (words: string[]) => Math.max(...words.map((word) => word.length));
    expect(longest(each("guest.first")) + 1 + longest(each("guest.second"))).toBeLessThanOrEqual(30);
  }
  expect(friendlyName(() => 0)).toBe("Amber Signal");
  expect(friendlyName(() => 0.999)).toBe("Winter Compass");
});

import { describe, expect, it } from "vitest";
import { bestFew, worthWords } from "../src/table/advice";
import { settings } from "../src/app/settings.svelte";

settings.language = "en";
const advice = (...actions: string[]) => actions.map((action, place) => ({ action, value: -place, causes: [] }));

describe("a bot's advice", () => {
  it("shows a route or a station once, with the best payment, and every other action", () => {
    const all = advice(
      "claim ada--bor RR",
      "claim ada--bor RL",
      "station ada R",
      "station ada B",
      "draw",
      "draw R",
      "tickets",
    );
    expect(bestFew(all, 5).map(({ action }) => action)).toEqual([
      "claim ada--bor RR",
      "station ada R",
      "draw",
      "draw R",
      "tickets",
    ]);
    expect(bestFew(all, 2)).toHaveLength(2);
    expect(bestFew(advice("keep t1", "keep t1 t2"), 4)).toHaveLength(2);
  });
  it("says what an action is worth, and no number that means nothing", () => {
    expect(worthWords(0)).toBe("Best");
    expect(worthWords(-0.01)).toBe("Equal");
    expect(worthWords(-1.04)).toBe("−1 point");
    expect(worthWords(-2.46)).toBe("−2.5 points");
    expect(worthWords(-1e9)).toBe("Much worse");
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../src/app/settings.svelte";
import { load } from "../src/i18n/index.svelte";
import { botAbout, botNote, botOfSeat, botOption, botSeatName, faceOf, seatName } from "../src/ui/bots";
import type { SeatInfo } from "../src/protocol";

const speak = async (language: string): Promise<void> => {
  settings.language = language;
  await load();
};
beforeEach(() => speak("en"));

describe("a bot's seat", () => {
  it("has somebody's name, another for each of the same level", () => {
    expect(["easy", "medium", "hard", "medium 1", "medium 2"].map(botSeatName)).toEqual(
      ["Pip", "Nora", "Mr Vale", "Nora", "Lena"], // prettier-ignore
    );
  });
  it("is addressed as the language does", async () => {
    await speak("pl");
    expect(botSeatName("hard 2")).toBe("Pan Brandt");
  });
  it("of a bot without a character is numbered", () => {
    expect(["greedy", "greedy 2", "my bot 3", "medium 9"].map(botSeatName)).toEqual(
      ["Greedy", "Greedy 2", "my bot 3", "Medium 9"], // prettier-ignore
    );
  });
  it("says its level behind the name", () => {
    expect(["medium", "greedy", "mine"].map(botNote)).toEqual(["bot · medium", "bot", "bot"]);
    expect(["medium 2", "greedy 2"].map(botOption)).toEqual(["Lena · medium", "Bot: Greedy"]);
    expect(botAbout("medium", [])).toMatch(/^conductor · Plans her tickets/);
    expect(botAbout("mine", [{ name: "mine", about: "Mine.", level: false, hints: false }])).toBe("Mine.");
  });
  it("is found among all seats, as the server counts", () => {
    const seat = (plan: SeatInfo["plan"]) => ({ plan });
    const medium = seat({ for: "bot", bot: "medium" });
    const seats = [medium, seat({ for: "anyone" }), seat({ for: "bot", bot: "easy" }), medium];
    expect(seats.map((_, place) => botOfSeat(seats, place))).toEqual(["medium 1", null, "easy 1", "medium 2"]);
  });
  it("keeps people's names, even those of bots", () => {
    expect(seatName({ plan: { for: "anyone" }, name: "medium" })).toBe("medium");
    expect(botSeatName("nora")).toBe("nora");
  });
});

it("a face is found by the name of a seat, or by whose it is", () => {
  expect(["hard", "medium 2", "nora", "greedy"].map(faceOf)).toEqual(["vale", "lena", "nora", undefined]);
});

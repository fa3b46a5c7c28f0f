import { describe, expect, it } from "vitest";
import { bots as en } from "../src/i18n/en/bots";
import { bots as it_ } from "../src/i18n/it/bots";
import { bots as pl } from "../src/i18n/pl/bots";
import { breakable } from "../src/ui/syllables";

const shown = (name: string): string => breakable(name).replaceAll("\u00ad", "-").replaceAll("\u00a0", "_");

describe("a name in a narrow column", () => {
  it("may be broken between syllables, never to leave a letter or two", () => {
    expect(shown("Zachłanny 2")).toBe("Zach-łanny_2");
    expect(shown("Pianificatore")).toBe("Pia-nifi-catore");
    expect(shown("Planista")).toBe("Pla-nista");
    expect(shown("Michał")).toBe("Michał");
    expect(shown("Jan Maria")).toBe("Jan Maria");
    expect(shown("Ola")).toBe("Ola");
  });
  it("is the same name for who reads it out", () => {
    for (const name of ["Zachłanny 2", "Maximilian Schwarzenegger-Król", "Łucja", "小林さん", "🚂🚂", "x".repeat(30)])
      expect(breakable(name).replaceAll("\u00ad", "").replaceAll("\u00a0", " ")).toBe(name);
  });
  it("has no piece that is wider than a column", () => {
    const bots = [en, pl, it_].flatMap((words) => Object.entries(words).filter(([key]) => !key.endsWith(".about")));
    const names = bots.map(([, name]) => `${String(name)} 2`);
    for (const name of [...names, "Konstantynopolitańczykowianeczk", "Krzysztof", "brzdąkwrzszczp", "W".repeat(30)])
      for (const piece of breakable(name).split(/[\u00ad\s-]/))
        expect(piece.length, `${piece} of ${name}`).toBeLessThanOrEqual(10);
  });
});

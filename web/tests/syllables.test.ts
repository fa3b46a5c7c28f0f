import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../src/i18n/index.svelte";
import { breakable } from "../src/ui/syllables";
import { catalogue } from "./catalogues";

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
    const texts = LANGUAGES.flatMap((language) => Object.entries(catalogue(language)));
    const names = texts.filter(([key]) => /^bot\.[a-z]+$/.test(key)).map(([, name]) => `${name} 2`);
    expect(names.length).toBeGreaterThanOrEqual(7 * LANGUAGES.length);
    for (const name of [...names, "Konstantynopolitańczykowianeczk", "Krzysztof", "brzdąkwrzszczp", "W".repeat(30)])
      for (const piece of breakable(name).split(/[\u00ad\s-]/))
        expect(piece.length, `${piece} of ${name}`).toBeLessThanOrEqual(10);
  });
});

import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";
import { formatted, parsed, type Argument, type Part } from "../src/i18n/format";
import { LANGUAGES } from "../src/i18n/index.svelte";
import { catalogue } from "./catalogues";

const PARTS = ["texts", "rules"] as const;
const locale = (language: string) => ({
  plurals: new Intl.PluralRules(language),
  numbers: new Intl.NumberFormat(language),
});
const said = (message: string, facts: { [name: string]: string | number }, language = "en"): string =>
  formatted(parsed(message), facts, locale(language));

/** Every argument of a message, those inside forms too. */
function argumentsOf(parts: readonly Part[]): Argument[] {
  return parts
    .filter((part) => typeof part !== "string")
    .flatMap((part) => [part, ...Object.values(part.forms ?? {}).flatMap(argumentsOf)]);
}
const factsIn = (message: string): string[] =>
  [...new Set(argumentsOf(parsed(message)).map(({ name }) => name))].sort();

describe("a message", () => {
  const cards = "{who} drew {n, plural, =0 {nothing} one {# card} other {# cards}}.";
  it("takes in facts, and the form that a number needs", () => {
    expect(said(cards, { who: "Ada", n: 1 })).toBe("Ada drew 1 card.");
    expect(said(cards, { who: "Ada", n: 1234 })).toBe("Ada drew 1,234 cards.");
    expect(said(cards, { who: "Ada", n: 0 })).toBe("Ada drew nothing.");
    const polish = "{n, plural, one {# karta} few {# karty} many {# kart} other {# karty}}";
    expect([1, 3, 5, 12, 22, 0.5].map((n) => said(polish, { n }, "pl"))).toEqual(
      ["1 karta", "3 karty", "5 kart", "12 kart", "22 karty", "0,5 karty"], // prettier-ignore
    );
  });
  it("may choose by a word, and nest", () => {
    const station = "{where, select, yours {your {n, plural, one {station} other {# stations}}} other {{where} #}}";
    expect(said(station, { where: "yours", n: 2 })).toBe("your 2 stations");
    expect(said(station, { where: "Rome", n: 2 })).toBe("Rome #");
  });
  it("shows a fact as it is, braces and all", () => {
    expect(said("{who} left.", { who: "{n} # '" })).toBe("{n} # ' left.");
  });
  it.each(["{", "}", "{n", "{n, plural, one {#}}", "{n, plural, other {#}", "{a b}", "{n, date, short}", "{}"])(
    "%s is not one",
    (message) => {
      expect(() => parsed(message)).toThrow(SyntaxError);
    },
  );
});

describe.each(LANGUAGES)("the texts in %s", (language) => {
  const { plurals } = locale(language);
  const known = plurals.resolvedOptions().pluralCategories;
  /** The forms that whole numbers need; "other" is the one for all else. */
  const needed = [...new Set(Array.from({ length: 201 }, (_, n) => plurals.select(n))), "other"];

  it.each(PARTS)("have the keys of the English %s, no more and no fewer", (part) => {
    expect(Object.keys(catalogue(language, part)).sort()).toEqual(Object.keys(catalogue("en", part)).sort());
  });
  it("have the facts of the English texts", () => {
    const english = Object.entries(catalogue("en"));
    expect(english.map(([key]) => [key, ...factsIn(catalogue(language)[key] ?? "")])).toEqual(
      english.map(([key, message]) => [key, ...factsIn(message)]),
    );
  });
  it("have the plural forms of the language", () => {
    for (const [key, message] of Object.entries(catalogue(language)))
      for (const { name, kind, forms = {} } of argumentsOf(parsed(message))) {
        if (kind !== "plural") continue;
        expect(name, `${key}: only numbers have plurals, and facts are numbers if named n`).toBe("n");
        const given = Object.keys(forms).filter((form) => !form.startsWith("="));
        expect(
          needed.filter((form) => !given.includes(form)),
          `${key}: missing`,
        ).toEqual([]);
        expect(
          given.filter((form) => !(known as string[]).includes(form)),
          `${key}: surplus`,
        ).toEqual([]);
      }
  });
  it("are written out, without stray spaces, quotes for the format, or typewriter dots", () => {
    for (const part of PARTS)
      for (const [key, message] of Object.entries(catalogue(language, part))) {
        expect(message.trim(), key).not.toBe("");
        expect(message, key).not.toMatch(/^\s|\s$| {2}|''|'[{}#]|\.\.\./);
      }
  });
});

/** Text that a reader would see or hear, where code writes it itself. */
const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const SPOKEN = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-roledescription",
  "label",
  "placeholder",
  "title",
]);
const WORD = /\p{L}{2,}/u;
const SENTENCE = /"\p{Lu}\p{Ll}+[ ,][^"\n]*\p{L}[^"\n]*"/gu;

function spoken(node: unknown, found: string[]): void {
  if (Array.isArray(node)) for (const one of node) spoken(one, found);
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  const { type, name, value } = node as { type: string; name?: string; value?: unknown };
  if (type === "Text") found.push((node as AST.Text).data);
  if (type === "Attribute" && !SPOKEN.has(name ?? "")) return;
  if (type === "Attribute") spoken(value, found);
  else if (type !== "StyleDirective")
    for (const [key, child] of Object.entries(node)) if (key !== "expression") spoken(child, found);
}

it("no text is written outside the catalogues", () => {
  const found: string[] = [];
  for (const [file, source] of Object.entries(SOURCES)) {
    if (file.includes("/protocol/") || file.endsWith("/messages.ts")) continue;
    if (file.endsWith(".svelte")) {
      const texts: string[] = [];
      spoken(parse(source, { modern: true }).fragment, texts);
      found.push(...texts.filter((text) => WORD.test(text)).map((text) => `${file}: ${text.trim()}`));
    }
    const code = source.replace(/\/\*[^]*?\*\/|<style[^]*|generics="[^"]*"|(?<=^|\s)\/\/.*/gm, "");
    for (const [text] of code.matchAll(SENTENCE)) found.push(`${file}: ${text}`);
  }
  expect(found).toEqual([]);
});

it("every text is used, by its key or by the beginning of it", () => {
  const code = Object.entries(SOURCES)
    .filter(([file]) => !file.endsWith("/messages.ts"))
    .map(([, source]) => source)
    .join("");
  const beginnings = [...code.matchAll(/`([a-z]+\.[^`$]*)\$\{/g)].map(([, beginning = ""]) => beginning);
  const used = (key: string) => code.includes(`"${key}"`) || beginnings.some((one) => key.startsWith(one));
  expect(Object.keys(catalogue("en")).filter((key) => !used(key))).toEqual([]);
});

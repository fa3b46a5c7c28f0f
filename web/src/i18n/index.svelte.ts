/** Texts: every text comes from a catalogue. `t("hand.count", { n: 3 })` picks the plural form by language. */
import { settings } from "../app/settings.svelte";
import type { Names } from "../protocol";
import type { Message } from "./message";
import { en, type Catalogue, type Key } from "./en";

export const LANGUAGES = ["en", "pl", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export interface Facts {
  readonly [name: string]: string | number;
}

const loaded: { [language in Language]?: Catalogue } = $state({ en });
const loaders: { [language in Exclude<Language, "en">]: () => Promise<Catalogue> } = {
  pl: async () => (await import("./pl")).pl,
  it: async () => (await import("./it")).it,
};

export function language(): Language {
  if (settings.language !== "auto") return settings.language;
  for (const wished of navigator.languages) {
    const short = wished.slice(0, 2);
    if ((LANGUAGES as readonly string[]).includes(short)) return short as Language;
  }
  return "en";
}

/** Load the catalogue of the current language; English is used until it arrives. */
export async function load(): Promise<void> {
  const wished = language();
  if (wished !== "en" && loaded[wished] === undefined) loaded[wished] = await loaders[wished]();
  document.documentElement.lang = wished;
}

/**
 * A text with its facts filled in. A message is a string with `{name}` in it, or forms by plural category of `n`:
 * `{ one: "{n} card", other: "{n} cards" }`.
 */
export function t(key: Key, facts: Facts = {}): string {
  const wished = language();
  const message: Message = (loaded[wished] ?? en)[key];
  const forms = typeof message === "string" ? message : (message[plural(wished, facts)] ?? message.other);
  return forms.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    return fact === undefined ? whole : typeof fact === "number" ? number(fact) : fact;
  });
}

function plural(wished: Language, facts: Facts): Intl.LDMLPluralRule {
  return rules(loaded[wished] ? wished : "en").plurals.select(Number(facts["n"] ?? 0));
}

/** Cached, because creating these costs far more than using them. */
const made = new Map<Language, { plurals: Intl.PluralRules; numbers: Intl.NumberFormat }>();
function rules(of: Language): { plurals: Intl.PluralRules; numbers: Intl.NumberFormat } {
  let found = made.get(of);
  if (found === undefined)
    made.set(of, (found = { plurals: new Intl.PluralRules(of), numbers: new Intl.NumberFormat(of) }));
  return found;
}

export function number(value: number): string {
  return rules(language()).numbers.format(value);
}

/** Whether the catalogue has a text for a code from the server. */
export function has(key: string): key is Key {
  return key in en;
}

/** A name in the current language. */
export function said(names: Names): string {
  return names[language()] || names.en;
}

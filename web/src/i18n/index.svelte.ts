/**
 * Texts: every text comes from a catalogue. `t("panels.cards", { n: 3 })` fills in the facts and picks the plural form.
 * A folder with a `texts.json` is a language; only the one that is shown is loaded.
 */
import { settings } from "../app/settings.svelte";
import type { Names } from "../protocol";
import { formatted, parsed, type Facts, type Locale, type Part } from "./format";
import type { Key, Messages } from "./messages";

export type { Facts, Key };
/** A code as in ISO 639; a folder here. */
export type Language = string;
interface Catalogue {
  readonly [key: string]: string;
}

const FALLBACK: Language = "en";
const FILES = import.meta.glob<Catalogue>("./*/texts.json", { import: "default" });
const fileOf = (language: Language): string => `./${language}/texts.json`;
export const LANGUAGES: readonly Language[] = Object.keys(FILES).map((file) => file.split("/")[1] ?? "");

/** What is shown: while another language loads, the one before. */
let shown: { language: Language; texts: Catalogue } = $state.raw({ language: FALLBACK, texts: {} });

/** The language that the visitor chose, or the first of the browser's that we have. */
export function language(): Language {
  if (LANGUAGES.includes(settings.language)) return settings.language;
  const wished = navigator.languages.map((code) => code.slice(0, 2));
  return wished.find((code) => LANGUAGES.includes(code)) ?? FALLBACK;
}

/** Load the catalogue of the current language and show it. */
export async function load(): Promise<void> {
  const wished = language();
  const texts = await FILES[fileOf(wished)]?.();
  if (texts && wished === language()) shown = { language: wished, texts };
}

/** The language of the texts on the page. */
export function shownLanguage(): Language {
  return shown.language;
}

type Given<K extends Key> = Messages[K] extends null ? [] : [facts: Messages[K]];

/** A text with its facts filled in. */
export function t<K extends Key>(key: K, ...[facts]: Given<K>): string {
  return worded(key, facts ?? {});
}

/** As `t`, for a key that is put together: then the types know only that it is a key. */
export function worded(key: Key, facts: Facts = {}): string {
  const message = shown.texts[key] ?? key;
  return formatted(partsOf(message), facts, localeOf(shown.language));
}

const known = new Map<string, readonly Part[]>();
function partsOf(message: string): readonly Part[] {
  let found = known.get(message);
  if (found === undefined) known.set(message, (found = parsed(message)));
  return found;
}

/** Cached, because creating these costs far more than using them. */
const made = new Map<Language, Locale>();
function localeOf(language: Language): Locale {
  let found = made.get(language);
  if (found === undefined)
    made.set(language, (found = { plurals: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) }));
  return found;
}

export function number(value: number): string {
  return localeOf(shown.language).numbers.format(value);
}

/** Whether the catalogue has a text for a code from the server. */
export function has(key: string): key is Key {
  return key in shown.texts;
}

/** A name in the current language; a board need not have it in ours. */
export function said(names: Names): string {
  const given: { readonly [language: Language]: string | undefined } = { ...names };
  return given[shown.language] || names.en || "";
}

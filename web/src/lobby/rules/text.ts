/** What the rules page says: a text of its own, fetched with the page; every language has the same parts. */
import type { Language } from "../../i18n/index.svelte";

/** Examples that are drawn beside a text; `pictures.ts` says how. */
export type Picture = "route" | "grey" | "closed" | "tunnel" | "ferry" | "swap" | "special" | "border" | "laid";

export interface Part {
  readonly title: string;
  readonly text: string;
  readonly picture?: Picture;
}

export type RulesOf = "europe" | "usa" | "nordic" | "poland";

export interface Rules {
  readonly title: string;
  readonly choose: string;
  readonly differences: string;
  readonly common: string;
  readonly points: string;
  readonly spaces: string;
  readonly worth: string;
  readonly open: string;
  /** What each drawing shows, for those who cannot see it. */
  readonly pictures: { readonly [picture in Picture]: string };
  readonly boards: { readonly [board in RulesOf]: readonly Part[] };
  readonly parts: readonly Part[];
}

const LOADERS: { readonly [language in Language]: () => Promise<{ rules: Rules }> } = {
  en: () => import("./en"),
  pl: () => import("./pl"),
  it: () => import("./it"),
};

export async function rulesIn(language: Language): Promise<Rules> {
  return (await LOADERS[language]()).rules;
}

/** Points of a route by its length, as each board counts them. */
export const POINTS: { readonly [board in RulesOf]: readonly (readonly [length: number, points: number])[] } = {
  europe: [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 7],
    [6, 15],
    [8, 21],
  ],
  usa: [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 7],
    [5, 10],
    [6, 15],
  ],
  nordic: [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 7],
    [5, 10],
    [6, 15],
    [9, 27],
  ],
  poland: [
    [1, 1],
    [2, 2],
    [3, 4],
    [4, 7],
    [5, 10],
    [6, 15],
  ],
};

export const BOARDS: readonly RulesOf[] = ["europe", "usa", "nordic", "poland"];

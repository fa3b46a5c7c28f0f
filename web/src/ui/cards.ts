/** Cards by their letters: names, the fixed order of a hand, sets as words of letters. */
import { t } from "../i18n/index.svelte";
import { LETTERS, type RouteColour } from "../protocol";

export type CardName = keyof typeof LETTERS;
export type Letter = (typeof LETTERS)[CardName];

/** The order in which sets are written for the server. */
export const ORDER = Object.values(LETTERS) as readonly Letter[];

/** The order of a hand: places never shift. */
export const HAND: readonly Letter[] = ["R", "O", "Y", "G", "B", "P", "W", "K", "L"];

const NAMES = Object.fromEntries(Object.entries(LETTERS).map(([name, letter]) => [letter, name])) as {
  readonly [letter in Letter]: CardName;
};

export function isLetter(sign: string): sign is Letter {
  return sign in NAMES;
}

export function cardName(letter: Letter): CardName {
  return NAMES[letter];
}

/** The id of a card's symbol. */
export function symbol(letter: Letter): string {
  return letter === "L" ? "s-loco" : `s-${NAMES[letter]}`;
}

export function letterOf(colour: RouteColour): Letter | null {
  return colour === "grey" ? null : LETTERS[colour];
}

export interface Counts {
  readonly [letter: string]: number;
}

/** How many of each card a set has. */
export function counted(set: string): { [letter: string]: number } {
  const counts: { [letter: string]: number } = {};
  for (const letter of set) counts[letter] = (counts[letter] ?? 0) + 1;
  return counts;
}

/** A set as the server writes it. */
export function written(counts: Counts): string {
  return ORDER.map((letter) => letter.repeat(Math.max(0, counts[letter] ?? 0))).join("");
}

export function size(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Cards left in a hand after some are taken away. */
export function without(hand: Counts, set: string): { [letter: string]: number } {
  const left = { ...hand };
  for (const letter of set) left[letter] = (left[letter] ?? 0) - 1;
  return left;
}

/** "2 red", in the language in use. */
export function some(letter: Letter, n: number): string {
  return t(`panels.n.${NAMES[letter]}`, { n });
}

/** "2 red, 1 locomotive". */
export function inWords(set: string): string {
  const counts = counted(set);
  return HAND.filter((letter) => counts[letter])
    .map((letter) => some(letter, counts[letter] ?? 0))
    .join(", ");
}

/** "a, b and c". */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "";
  return t("panels.and", { first: words.slice(0, -1).join(", "), last: words[words.length - 1] ?? "" });
}

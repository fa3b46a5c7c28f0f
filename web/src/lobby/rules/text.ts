/** What the rules page tells, in this order; the texts are fetched with the page. */
import type { Language } from "../../i18n/index.svelte";
import type { RulesKey } from "../../i18n/messages";

/** Pictures that stand beside a text, as tools/rule_pictures.py names them. */
export type Shown = RulesKey extends infer Key ? (Key extends `picture.${infer Name}` ? Name : never) : never;

export type RulesOf = "europe" | "usa" | "nordic" | "poland";

type Named<Where extends string> = RulesKey extends infer Key
  ? Key extends `${Where}.${infer Id}.title`
    ? Id
    : never
  : never;
/** A rule by its name in the catalogue, with its picture if it has one. */
type Told<Where extends string> = Named<Where> | readonly [Named<Where>, Shown];

/** The board that shows the rules that all boards share. */
export const SAMPLE: RulesOf = "usa";

const BASICS: readonly Told<"basics">[] = [
  "turn",
  "drawing",
  ["claiming", "route"],
  ["grey", "grey"],
  ["double", "closed"],
  "tickets",
  "end",
  "tie",
];

const SPECIAL: { readonly [board in RulesOf]: readonly Told<board>[] } = {
  europe: [
    ["tunnels", "tunnel"],
    ["ferries", "ferry"],
    ["stations", "station"],
    "first-tickets",
    "longest-path",
    "numbers",
  ],
  usa: ["classic", "first-tickets", "longest-path", "numbers"],
  nordic: [
    "locomotives",
    ["ferries", "swap"],
    ["murmansk-lieksa", "special"],
    ["tunnels", "tunnel"],
    "tickets",
    "most-tickets",
    "numbers",
  ],
  poland: ["our-own", ["countries", "border"], ["country-cards", "cards"], "inland", "no-way-through", "numbers"],
};

export type Texts = { readonly [key in RulesKey]: string };

export interface Part {
  readonly title: string;
  readonly text: string;
  readonly picture?: Shown;
}

const FILES = import.meta.glob<Texts>("../../i18n/*/rules.json", { import: "default" });

export async function rulesIn(language: Language): Promise<Texts> {
  const file = FILES[`../../i18n/${language}/rules.json`];
  if (!file) throw new Error(`no rules in "${language}"`);
  return file();
}

/** What the game is about. */
export function aim(texts: Texts): Part {
  return { title: texts["basics.aim.title"], text: texts["basics.aim.text"], picture: "aim" };
}

/** The rules that all boards share. */
export function basics(texts: Texts): Part[] {
  return parts(texts, "basics", BASICS);
}

/** The rules of one board. */
export function special(texts: Texts, board: RulesOf): Part[] {
  return parts(texts, board, SPECIAL[board]);
}

function parts(texts: Texts, where: string, told: readonly (string | readonly [string, Shown])[]): Part[] {
  return told.map((one) => {
    const [id, picture] = typeof one === "string" ? [one] : one;
    const say = (what: "title" | "text"): string => texts[`${where}.${id}.${what}` as RulesKey];
    return { title: say("title"), text: say("text"), ...(picture && { picture }) };
  });
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

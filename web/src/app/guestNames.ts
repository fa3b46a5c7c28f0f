/** Friendly names for guests who have not entered one: a pair of words in the page's language. */
import type { Language } from "../i18n/index.svelte";

interface Words {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

/** All nouns of a language have the same gender, so that any pair agrees. */
const WORDS: { readonly [language in Language]: Words } = {
  en: {
    first: [
      "Amber",
      "Quiet",
      "Northern",
      "Early",
      "Silver",
      "Merry",
      "Steady",
      "Misty",
      "Copper",
      "Gentle",
      "Bright",
      "Winter",
    ],
    second: [
      "Signal",
      "Viaduct",
      "Express",
      "Heron",
      "Lantern",
      "Junction",
      "Sleeper",
      "Otter",
      "Platform",
      "Whistle",
      "Magpie",
      "Compass",
    ],
  },
  pl: {
    first: [
      "Bursztynowy",
      "Cichy",
      "Północny",
      "Wczesny",
      "Srebrny",
      "Wesoły",
      "Spokojny",
      "Mglisty",
      "Miedziany",
      "Bystry",
      "Jasny",
      "Zimowy",
    ],
    second: [
      "Semafor",
      "Wiadukt",
      "Ekspres",
      "Bocian",
      "Tender",
      "Rozjazd",
      "Peron",
      "Parowóz",
      "Zwrotniczy",
      "Kompas",
      "Borsuk",
      "Tunel",
    ],
  },
  it: {
    first: [
      "Semaforo",
      "Viadotto",
      "Espresso",
      "Airone",
      "Fanale",
      "Binario",
      "Vagone",
      "Treno",
      "Ponte",
      "Tasso",
      "Falco",
      "Regionale",
    ],
    second: [
      "Ambrato",
      "Quieto",
      "Nordico",
      "Mattutino",
      "Argentato",
      "Allegro",
      "Sereno",
      "Nebbioso",
      "Ramato",
      "Gentile",
      "Chiaro",
      "Invernale",
    ],
  },
};

export function friendlyName(language: Language, chance: () => number = Math.random): string {
  const { first, second } = WORDS[language];
  return `${pick(first, chance)} ${pick(second, chance)}`;
}

function pick(words: readonly string[], chance: () => number): string {
  return words[Math.floor(chance() * words.length)] ?? "";
}

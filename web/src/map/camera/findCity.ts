/** Finds cities by typed text, ignoring accents and case. */
import type { City } from "../../protocol";

export function found(cities: readonly City[], text: string): City[] {
  const wanted = plain(text.trim());
  if (wanted === "") return [];
  const rank = (name: string): number => {
    const place = plain(name).indexOf(wanted);
    if (place < 0) return Infinity;
    return place === 0 ? 0 : /[\s-]/.test(name[place - 1] ?? "") ? 1 : 2;
  };
  return cities
    .map((city) => ({ city, rank: rank(city.name) }))
    .filter((one) => one.rank < Infinity)
    .sort((one, two) => one.rank - two.rank || one.city.name.localeCompare(two.city.name))
    .slice(0, 8)
    .map((one) => one.city);
}

const OTHERS: { readonly [letter: string]: string } = { ł: "l", ø: "o", æ: "ae", ß: "ss", đ: "d", ı: "i" };

/** The letters of a plain keyboard. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøæßđı]/g, (letter) => OTHERS[letter] ?? letter);
}

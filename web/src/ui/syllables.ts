/** Where a name may be broken in a narrow column. Browsers may lack the dictionaries they would hyphenate by. */
const SOFT = "\u00ad";
/** Fewest letters on either side of a break, and most in a row where a word has no syllables. */
const LEAST = 3;
const MOST = 8;
const VOWEL = /[aeiouyąęóàáäåâãæèéêëìíîïòôöõøùúûüý]/i;
const LONG = new RegExp(`[^\\s${SOFT}]{${MOST}}(?=[^\\s${SOFT}]{${LEAST}})`, "gu");
/** Two letters, one sound. */
const ONE = new Set(["ch", "cz", "sz", "rz", "dz", "dż", "dź", "gn", "gl", "sh", "th", "ph", "ck", "qu"]);

/** The name with soft hyphens, each before the consonant that begins a syllable; a number stays with its word. */
export function breakable(name: string): string {
  return name.replace(/ (?=\d+$)/, "\u00a0").replace(/[^\s-]+/g, (word) => {
    let broken = "";
    let from = 0;
    for (let at = 1; at + 1 < word.length; at++) {
      if (VOWEL.test(word[at] ?? "") || !VOWEL.test(word[at + 1] ?? "")) continue;
      const begin = ONE.has(word.slice(at - 1, at + 1).toLowerCase()) ? at - 1 : at;
      if (begin - from < LEAST || word.length - begin < LEAST || !VOWEL.test(word.slice(from, begin))) continue;
      broken += word.slice(from, begin) + SOFT;
      from = begin;
    }
    return (broken + word.slice(from)).replace(LONG, `$&${SOFT}`);
  });
}

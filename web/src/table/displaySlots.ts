/** Keeps face-up cards in their places: the server only says how many there are of each. */
import { HAND, type Counts, type Letter } from "../ui/cards";

export class Places {
  #laid: (Letter | null)[] = [];

  /** The slots for these cards: those that stay do not move, new ones fill the gaps. */
  lay(display: Counts, size: number): readonly (Letter | null)[] {
    const left: { [letter: string]: number } = { ...display };
    const next = Array.from({ length: size }, (_, place): Letter | null => {
      const before = this.#laid[place];
      if (!before || !left[before]) return null;
      left[before] = (left[before] ?? 0) - 1;
      return before;
    });
    for (const letter of HAND)
      for (; (left[letter] ?? 0) > 0; left[letter] = (left[letter] ?? 0) - 1) {
        const gap = next.indexOf(null);
        if (gap >= 0) next[gap] = letter;
      }
    this.#laid = next;
    return next;
  }
}

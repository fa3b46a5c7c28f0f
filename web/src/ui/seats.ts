/** How a seat looks: colour, letter and pattern together, so that colour is never alone. */
import { COLOURS, type Colour } from "../protocol";

export type Pattern = "plain" | "stripes" | "dots" | "chevrons" | "lines";
export interface SeatLook {
  letter: "A" | "B" | "C" | "D" | "E";
  /** CSS values. */
  fill: string;
  ink: string;
  pattern: Pattern;
}

const LETTERS = ["A", "B", "C", "D", "E"] as const;
const PATTERNS: readonly Pattern[] = ["plain", "stripes", "dots", "chevrons", "lines"];

export function seatLook(colour: Colour): SeatLook {
  const place = COLOURS.indexOf(colour);
  const letter = LETTERS[place] ?? "A";
  const small = letter.toLowerCase();
  return { letter, fill: `var(--p-${small})`, ink: `var(--on-${small})`, pattern: PATTERNS[place] ?? "plain" };
}

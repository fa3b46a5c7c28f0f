/** How a seat looks: a colour, a letter and a kind of wagon, so that colour is never alone. */
import { COLOURS, type Colour } from "../protocol";

export type Wagon = "coach" | "tank" | "hopper" | "van" | "railcar";
export interface SeatLook {
  readonly letter: "A" | "B" | "C" | "D" | "E";
  /** CSS values. */
  readonly fill: string;
  readonly ink: string;
  /** All colours of a wagon as CSS properties: `--seat`, `--deep`, `--mark`. */
  readonly colours: string;
  readonly wagon: Wagon;
}

const LETTERS = ["A", "B", "C", "D", "E"] as const;
const WAGONS: readonly Wagon[] = ["coach", "tank", "hopper", "van", "railcar"];

export function seatLook(colour: Colour): SeatLook {
  const place = COLOURS.indexOf(colour);
  const letter = LETTERS[place] ?? "A";
  const name = `p-${letter.toLowerCase()}`;
  return {
    letter,
    fill: `var(--${name})`,
    ink: `var(--on-${letter.toLowerCase()})`,
    colours: `--seat:var(--${name});--deep:var(--${name}-deep);--mark:var(--${name}-mark)`,
    wagon: WAGONS[place] ?? "coach",
  };
}

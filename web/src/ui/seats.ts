/** How a seat looks: a colour, a letter and a kind of wagon, so that colour is never alone. */
import { t } from "../i18n/index.svelte";
import { COLOURS, type Colour } from "../protocol";

export type Wagon = "coach" | "tank" | "hopper" | "van" | "railcar";
export interface SeatLook {
  readonly letter: "A" | "B" | "C" | "D" | "E";
  /** CSS values. */
  readonly fill: string;
  readonly ink: string;
  /** All colours of a wagon as CSS properties: `--seat`, `--deep`, `--mark`. */
  readonly colours: string;
  /** The same with `--seat-edge`, which stands out from paper and from the dark: for bars and lines. */
  readonly plotted: string;
  readonly wagon: Wagon;
}

/** What somebody on the host's device is called who has no name of their own, by seat. */
export const unnamed = (place: number): string => t("lobby.player-n", { n: place + 1 });

const LETTERS = ["A", "B", "C", "D", "E"] as const;
const WAGONS: readonly Wagon[] = ["coach", "tank", "hopper", "van", "railcar"];

export function seatLook(colour: Colour): SeatLook {
  const place = COLOURS.indexOf(colour);
  const letter = LETTERS[place] ?? "A";
  const name = `p-${letter.toLowerCase()}`;
  const colours = `--seat:var(--${name});--deep:var(--${name}-deep);--mark:var(--${name}-mark)`;
  return {
    letter,
    fill: `var(--${name})`,
    ink: `var(--on-${letter.toLowerCase()})`,
    colours,
    plotted: `${colours};--seat-edge:color-mix(in srgb, var(--deep) var(--edge-deep), var(--laid-case))`,
    wagon: WAGONS[place] ?? "coach",
  };
}

/** Payments, taken apart so that they can be shown, explained and changed. */
import { HAND, ORDER, counted, size, without, written, type Counts, type Letter } from "./cards";

export interface Payment {
  /** As in an action: `RRL`, or `RR+GGG` if cards are swapped. */
  line: string;
  /** Cards that stand for themselves. */
  single: string;
  /** Cards of any kind that stand for others. */
  swapped: string;
  locomotives: number;
}

export function payment(line: string): Payment {
  const [single = "", swapped = ""] = line.split("+");
  return { line, single, swapped, locomotives: counted(single + swapped)["L"] ?? 0 };
}

/** As a good player would pay: fewest cards first, then fewest locomotives, then in the order of the hand. */
export function payments(lines: readonly string[]): Payment[] {
  const cost = (paid: Payment) => (paid.single.length + paid.swapped.length) * 100 + paid.locomotives;
  const place = (paid: Payment) => HAND.indexOf(colourOf(paid.single));
  return lines.map(payment).sort((one, other) => cost(one) - cost(other) || place(one) - place(other));
}

/** With the payment that a hint names in front; a hint may swap other cards than those listed. */
export function advisedFirst(ways: readonly Payment[], line: string | undefined): readonly Payment[] {
  if (line === undefined) return ways;
  const advised = payment(line);
  const same = (way: Payment): boolean =>
    way.single === advised.single && way.swapped.length === advised.swapped.length;
  return ways.some(same) ? [advised, ...ways.filter((way) => !same(way))] : ways;
}

/** The colour of a set: what a tunnel's cards are compared with. Locomotives alone count as themselves. */
export function colourOf(single: string): Letter {
  return (ORDER.find((letter) => letter !== "L" && single.includes(letter)) ?? "L") as Letter;
}

/** Cards left for swapping besides the single cards of a payment. */
export function swappable(hand: Counts, paid: Payment): { [letter: string]: number } {
  return without(hand, paid.single);
}

/** The same payment with other cards swapped; null while their number is wrong. */
export function reswapped(paid: Payment, chosen: Counts): string | null {
  if (size(chosen) !== paid.swapped.length) return null;
  return `${paid.single}+${written(chosen)}`;
}

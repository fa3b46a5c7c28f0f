/** How likely a tunnel costs more, from what a seat can see: the same sum as the server's `odds.py`. */
import type { Board, OpenView, OwnView } from "../protocol";
import { ORDER, cardName, size, type Counts, type Letter } from "./cards";

/** Cards that lie in the deck or in hands unknown to the seat. */
export function unseen(board: Board, open: OpenView, own: OwnView): { [letter: string]: number } {
  const left: { [letter: string]: number } = {};
  for (const letter of ORDER) left[letter] = board.rules.cards[cardName(letter)];
  const seen: Counts[] = [own.hand, open.display, open.discards];
  for (const seat of open.seats) if (seat.seat !== own.seat) seen.push(seat.known);
  for (const some of seen) for (const [letter, count] of Object.entries(some)) left[letter] = (left[letter] ?? 0) - count;
  for (const letter of open.tunnel ? open.tunnel.laid + open.tunnel.turned : "") left[letter] = (left[letter] ?? 0) - 1;
  return left;
}

/** How likely a tunnel laid with this colour costs 0, 1, 2, ... cards more. */
export function tunnelOdds(board: Board, open: OpenView, own: OwnView, colour: Letter): number[] {
  const cards = board.rules.tunnel_cards;
  const first = Math.min(cards, open.deck);
  const second = Math.min(cards - first, size(open.discards));
  const odds = new Array<number>(cards + 1).fill(0);
  drawn(unseen(board, open, own), colour, first).forEach((p, i) =>
    drawn(open.discards, colour, second).forEach((q, k) => (odds[i + k] = (odds[i + k] ?? 0) + p * q)),
  );
  return odds;
}

function drawn(pool: Counts, colour: Letter, count: number): number[] {
  const total = ORDER.reduce((sum, letter) => sum + (pool[letter] ?? 0), 0);
  const match = colour === "L" ? (pool["L"] ?? 0) : (pool[colour] ?? 0) + (pool["L"] ?? 0);
  const ways = choose(total, count);
  if (!ways) return [1];
  return Array.from({ length: count + 1 }, (_, k) => (choose(match, k) * choose(total - match, count - k)) / ways);
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i;
  return ways;
}

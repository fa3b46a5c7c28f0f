/** Which routes a held or dragged card could pay for. */
import { locomotivesPay, type BoardData } from "../app/boards";
import { LETTERS, type Route } from "../protocol";
import type { Letter } from "../ui/cards";

/** Routes to dim while a card is held: those it could never pay for. */
export function dimmed({ board }: BoardData, held: Letter): ReadonlySet<string> {
  const pays = (route: Route): boolean =>
    held === "L" ? locomotivesPay(board, route) : route.colour === "grey" || LETTERS[route.colour] === held;
  return new Set(board.routes.filter((route) => !pays(route)).map((route) => route.id));
}

/** Claimable routes that can be paid with this kind of card. */
export function payableWith(claim: { readonly [route: string]: readonly string[] }, card: string): ReadonlySet<string> {
  return new Set(Object.keys(claim).filter((route) => claim[route]?.some((line) => line.includes(card))));
}

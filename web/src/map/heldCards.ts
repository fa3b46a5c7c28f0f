/** Which routes a card that is held or dragged would pay. */
import { locomotivesPay, type BoardData } from "../app/boards";
import { LETTERS, type Route } from "../protocol";
import type { Letter } from "../ui/cards";

/** Routes that step back while a card is held: those that it could never pay. */
export function dimmed({ board }: BoardData, held: Letter): ReadonlySet<string> {
  const pays = (route: Route): boolean =>
    held === "L" ? locomotivesPay(board, route) : route.colour === "grey" || LETTERS[route.colour] === held;
  return new Set(board.routes.filter((route) => !pays(route)).map((route) => route.id));
}

/** Routes that can be paid with cards of a kind, of those that can be claimed. */
export function payableWith(claim: { readonly [route: string]: readonly string[] }, card: string): ReadonlySet<string> {
  return new Set(Object.keys(claim).filter((route) => claim[route]?.some((line) => line.includes(card))));
}

/** Routes that step back while a card is held: those that it could never pay. */
import { locomotivesPay, type BoardData } from "../app/boards";
import { LETTERS, type Route } from "../protocol";
import type { Held } from "../table/selection.svelte";

export function dimmed({ board }: BoardData, held: Held): ReadonlySet<string> {
  const pays = (route: Route): boolean =>
    held === "L" ? locomotivesPay(board, route) : route.colour === "grey" || LETTERS[route.colour] === held;
  return new Set(board.routes.filter((route) => !pays(route)).map((route) => route.id));
}

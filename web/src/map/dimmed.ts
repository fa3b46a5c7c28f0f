/** Routes that step back while a card is held: those that it could never pay. */
import type { BoardData } from "../app/boards";
import { LETTERS } from "../protocol";
import type { Held } from "../table/selection.svelte";

export function dimmed({ board }: BoardData, held: Held): ReadonlySet<string> {
  const pays = ({ colour, kind }: (typeof board.routes)[number]): boolean => {
    if (held !== "L") return colour === "grey" || LETTERS[colour] === held;
    return board.rules.locomotives_pay === "everywhere" || kind === "tunnel" || kind === "ferry";
  };
  return new Set(board.routes.filter((route) => !pays(route)).map((route) => route.id));
}

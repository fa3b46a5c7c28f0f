/** What the lobby says about a board. */
import { has, t, worded } from "../i18n/index.svelte";
import type { BoardInfo } from "../protocol";

/** What is special about a board, in one line; a board without such a line gets its size. */
export function special(board: BoardInfo): string {
  const key = `lobby.special-${board.id}`;
  if (!board.own && has(key)) return worded(key);
  return t("lobby.special-other", { cities: board.cities, routes: board.routes });
}

/** About how many minutes a game takes; only for shipped boards. */
const MINUTES: { readonly [board: string]: number } = { europe: 60, usa: 50, nordic: 45, poland: 40 };

export function players(board: BoardInfo): string {
  const [least, most] = board.players;
  const count = t("lobby.players", { least, most });
  const minutes = board.own ? undefined : MINUTES[board.id];
  return minutes === undefined ? count : `${count}, ${t("lobby.minutes", { n: minutes })}`;
}

/** A board's name; a board may lack some of our languages. */
export function boardName(names: { readonly [language: string]: string }, language: string): string {
  return names[language] ?? names["en"] ?? Object.values(names)[0] ?? "";
}

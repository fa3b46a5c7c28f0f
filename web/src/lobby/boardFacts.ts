/** What is told of a board before one sits down at it. */
import { has, t } from "../i18n/index.svelte";
import type { BoardInfo } from "../protocol";

/** What is special, in a line; of a board that nobody has written a line for, how large it is. */
export function special(board: BoardInfo): string {
  const key = `lobby.special-${board.id}`;
  if (!board.own && has(key)) return t(key);
  return t("lobby.special-other", { cities: board.cities, routes: board.routes });
}

/** Minutes that a game takes, about; by the players of the boards that are shipped. */
const MINUTES: { readonly [board: string]: number } = { europe: 60, usa: 50, nordic: 45, poland: 40 };

export function players(board: BoardInfo): string {
  const [least, most] = board.players;
  const count = t("lobby.players", { least, most, n: most });
  const minutes = board.own ? undefined : MINUTES[board.id];
  return minutes === undefined ? count : `${count}, ${t("lobby.minutes", { n: minutes })}`;
}

/** A name of a board, which may have fewer languages than ours. */
export function boardName(names: { readonly [language: string]: string }, language: string): string {
  return names[language] ?? names["en"] ?? Object.values(names)[0] ?? "";
}

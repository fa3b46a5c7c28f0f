/** Why something cannot be done, in words: the server's reason with what the player can see beside it. */
import { locomotivesPay, type BoardData } from "../../app/boards";
import { has, t, worded } from "../../i18n/index.svelte";
import type { OpenView, OwnView, RefusalReason } from "../../protocol";
import { letterOf, listed, some } from "../../ui/cards";

export function reasonWords(reason: RefusalReason | string): string {
  const key = `panels.why.${reason}`;
  return has(key) ? worded(key) : t("panels.why.other", { reason });
}

/** What a route costs: "3 red", "4 cards of one colour". */
export function takes(data: BoardData, id: string): string {
  const route = data.route.get(id);
  if (!route) return "";
  const letter = letterOf(route.colour);
  const needs = route.kind === "ferry" ? route.locomotives : 0;
  const rest = route.length - needs;
  const cards = letter ? some(letter, rest) : t("panels.any-colour", { n: rest });
  return needs ? listed(rest ? [some("L", needs), cards] : [some("L", needs)]) : cards;
}

export function whyNot(
  data: BoardData,
  open: OpenView,
  own: OwnView | null,
  id: string,
  reason: RefusalReason | string,
): string {
  const route = data.route.get(id);
  if (!route) return reasonWords(reason);
  const owner = open.seats.find((seat) => seat.routes.includes(id));
  if (reason === "too-few-trains" && own)
    return t("panels.why.too-few-trains-here", { n: route.length, have: open.seats[own.seat]?.trains ?? 0 });
  if ((reason === "too-few-cards" || reason === "locomotives-needed") && own && !owner) {
    return t("panels.why.needs", { needs: takes(data, id), have: haves(data, own, id) });
  }
  return reasonWords(reason);
}

/** How much of a route's cost a hand has: "2 red and 1 locomotive", "none". */
export function haves(data: BoardData, own: OwnView, id: string): string {
  const route = data.route.get(id);
  if (!route) return "";
  const letter = letterOf(route.colour);
  const locomotives = locomotivesPay(data.board, route) ? (own.hand["L"] ?? 0) : 0;
  const alike = letter ? (own.hand[letter] ?? 0) : mostAlike(own);
  const cards = alike === 0 ? t("panels.none") : letter ? some(letter, alike) : t("panels.at-most-alike", { n: alike });
  return locomotives ? listed([cards, some("L", locomotives)]) : cards;
}

function mostAlike(own: OwnView): number {
  return Math.max(0, ...Object.entries(own.hand).map(([letter, count]) => (letter === "L" ? 0 : count)));
}

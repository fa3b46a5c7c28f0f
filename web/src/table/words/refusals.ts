/** Why something cannot be done, in words: the server's reason with what the player can see beside it. */
import type { BoardData } from "../../app/boards";
import type { Table } from "../../app/table.svelte";
import { has, t, worded } from "../../i18n/index.svelte";
import type { OpenView, RefusalReason } from "../../protocol";
import { letterOf, listed, some, type Counts } from "../../ui/cards";

export function reasonWords(reason: RefusalReason | string): string {
  const key = `panels.why.${reason}`;
  return has(key) ? worded(key) : t("panels.why.other", { reason });
}

/** Why nothing can be drawn now. */
export function notNow({ choices, open }: Pick<Table, "choices" | "open">): string {
  if (!choices) return reasonWords("not-your-turn");
  switch (open?.phase) {
    case "first-tickets":
      return reasonWords("choose-first-tickets");
    case "choose-tickets":
      return reasonWords("choose-tickets");
    case "tunnel":
      return reasonWords("decide-tunnel");
    case "second-card":
      return reasonWords("second-card");
    case "over":
      return reasonWords("game-over");
    default:
      return open?.deck === 0 ? reasonWords("deck-empty") : reasonWords("not-your-turn");
  }
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
  seat: number,
  id: string,
  reason: RefusalReason | string,
  cards: Counts,
): string {
  const route = data.route.get(id);
  if (!route) return reasonWords(reason);
  if (reason === "too-few-trains")
    return t("panels.why.too-few-trains-here", { n: route.length, have: open.seats[seat]?.trains ?? 0 });
  if (reason === "too-few-cards" || reason === "locomotives-needed")
    return t("panels.why.needs", { needs: takes(data, id), have: haves(data, id, cards) });
  return reasonWords(reason);
}

/** The cards of a hand that could pay for a route: "2 red and 1 locomotive", "none". */
export function haves(data: BoardData, id: string, hand: Counts): string {
  const route = data.route.get(id);
  if (!route) return "";
  const letter = letterOf(route.colour);
  const locomotives = hand["L"] ?? 0;
  const alike = letter ? (hand[letter] ?? 0) : mostAlike(hand);
  const cards = alike === 0 ? t("panels.none") : letter ? some(letter, alike) : t("panels.at-most-alike", { n: alike });
  return locomotives ? listed([cards, some("L", locomotives)]) : cards;
}

function mostAlike(hand: Counts): number {
  return Math.max(0, ...Object.entries(hand).map(([letter, count]) => (letter === "L" ? 0 : count)));
}

/** Whose turn it is and what can be done, in one sentence: for the bar, the title and the screen reader. */
import { t } from "../i18n/index.svelte";
import { listed } from "./cards";
import type { Desk } from "./desk.svelte";

export interface Situation {
  /** Something is awaited of who sits here. */
  mine: boolean;
  text: string;
  /** The same where what can be done stands beside it. */
  short?: string;
}

export function situation(desk: Desk): Situation {
  const { table } = desk;
  const open = table.open;
  if (table.over || !open) return { mine: false, text: table.over ? t("panels.over") : t("panels.waiting") };
  if (desk.next !== null) return { mine: true, text: t("panels.next-is", { who: desk.name(desk.next) }) };
  const last = open.last_turns !== null ? `. ${t("panels.last-round")}` : "";
  if (table.choices) return { mine: true, text: yours(desk) + last, ...(open.phase === "turn" && { short: yourTurn(desk) + last }) };
  const awaited = open.awaited.map((seat) => desk.name(seat));
  if (open.phase === "first-tickets") return { mine: false, text: t("panels.others-choose", { who: listed(awaited) }) };
  if (open.phase === "tunnel") return { mine: false, text: t("panels.other-tunnel", { who: listed(awaited) }) + last };
  return { mine: false, text: t("panels.other-turn", { who: listed(awaited) }) + last };
}

/** Said to one of several people around a device. */
function addressed(desk: Desk, text: string): string {
  const { mine, seat } = desk.table;
  if (mine.length < 2 || seat === null) return text;
  return `${desk.name(seat)}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function yourTurn(desk: Desk): string {
  return addressed(desk, t("panels.your-turn-short"));
}

function yours(desk: Desk): string {
  const { table } = desk;
  const open = table.open;
  const say = (text: string) => addressed(desk, text);
  switch (open?.phase) {
    case "first-tickets":
      return say(t("panels.choose-first"));
    case "second-card":
      return say(t("panels.take-second"));
    case "choose-tickets":
      return say(t("panels.choose-tickets"));
    case "tunnel":
      return say(t("panels.your-tunnel", { n: open.tunnel?.extra ?? 0 }));
    default:
      return say(t(table.mine.length > 1 ? "panels.can-do" : "panels.your-turn"));
  }
}

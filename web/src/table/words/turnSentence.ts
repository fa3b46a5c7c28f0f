/** Whose turn it is and what can be done, in one sentence: for the bar, the title and the screen reader. */
import { t } from "../../i18n/index.svelte";
import { listed } from "../../ui/cards";
import type { TableSession } from "../session.svelte";

export interface Situation {
  /** Whether somebody on this device is to move. */
  mine: boolean;
  text: string;
  /** A shorter sentence, for places that show the possible moves anyway. */
  short?: string;
}

export function situation(session: TableSession): Situation {
  const found = turnOf(session);
  const { table } = session;
  if (!table.open || table.over || table.mine.length > 0) return found;
  return { ...found, text: `${t("panels.you-watch")} ${found.text}` };
}

function turnOf(session: TableSession): Situation {
  const { table } = session;
  const open = table.open;
  if (table.over || !open) return { mine: false, text: table.over ? t("panels.over") : t("panels.waiting") };
  if (session.next !== null) return { mine: true, text: t("panels.next-is", { who: session.name(session.next) }) };
  const last = open.last_turns !== null ? `. ${t("panels.last-round")}` : "";
  if (table.choices)
    return {
      mine: true,
      text: yours(session) + last,
      ...(open.phase === "turn" && { short: yourTurn(session) + last }),
    };
  const awaited = open.awaited.map((seat) => session.name(seat));
  if (open.phase === "first-tickets") return { mine: false, text: t("panels.others-choose", { who: listed(awaited) }) };
  if (open.phase === "tunnel") return { mine: false, text: t("panels.other-tunnel", { who: listed(awaited) }) + last };
  return { mine: false, text: t("panels.other-turn", { who: listed(awaited) }) + last };
}

/** For one of several people on a shared device. */
function addressed(session: TableSession, text: string): string {
  const { mine, seat } = session.table;
  if (mine.length < 2 || seat === null) return text;
  return `${session.name(seat)}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function yourTurn(session: TableSession): string {
  return addressed(session, t("panels.your-turn-short"));
}

function yours(session: TableSession): string {
  const { table } = session;
  const open = table.open;
  const say = (text: string) => addressed(session, text);
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

/** An action of the game in words, without what it costs, to go on after the name of somebody who would do it. */
import type { BoardData } from "../../app/boards";
import { t } from "../../i18n/index.svelte";
import { inWords, isLetter, listed, some } from "../../ui/cards";
import { placeName, routeName, ticketName } from "./names";

export function deedWords(data: BoardData, line: string): string {
  const [verb = "", what = ""] = line.split(" ");
  switch (verb) {
    case "draw":
      return isLetter(what) ? t("hint.do.draw-open", { card: some(what, 1) }) : t("hint.do.draw");
    case "tickets":
      return t("hint.do.tickets");
    case "keep":
      return t("hint.do.keep", {
        tickets: listed(
          line
            .split(" ")
            .slice(1)
            .map((id) => ticketName(data, id)),
        ),
      });
    case "claim":
      return t("hint.do.claim", { route: routeName(data, what) });
    case "station":
      return t("hint.do.station", { city: placeName(data, what) });
    case "pay":
      return t("hint.do.pay", { cards: inWords(what) });
    case "give":
      return t("hint.do.give-up");
    default:
      return line;
  }
}

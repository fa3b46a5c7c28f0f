/** An action of the game in words. */
import type { BoardData } from "../../app/boards";
import { t } from "../../i18n/index.svelte";
import { inWords, isLetter, listed, some } from "../../ui/cards";
import { placeName, routeName, ticketName } from "./names";
import { payment } from "../payments";

export function actionWords(data: BoardData, line: string): string {
  const [verb = "", what = "", cards = ""] = line.split(" ");
  const paid = payment(cards);
  const words = inWords(paid.single + paid.swapped);
  switch (verb) {
    case "draw":
      return isLetter(what) ? t("panels.do.draw-open", { card: some(what, 1) }) : t("panels.do.draw");
    case "tickets":
      return t("panels.do.tickets");
    case "keep":
      return t("panels.do.keep", {
        tickets: listed(
          line
            .split(" ")
            .slice(1)
            .map((id) => ticketName(data, id)),
        ),
      });
    case "claim":
      return t("panels.do.claim", { route: routeName(data, what), cards: words });
    case "station":
      return t("panels.do.station", { city: placeName(data, what), cards: words });
    case "pay":
      return t("panels.do.pay", { cards: inWords(what) });
    case "give":
      return t("panels.do.give-up");
    default:
      return line;
  }
}

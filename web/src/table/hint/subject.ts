/** What an advised action is about: the hint stands beside it. */
import type { BoardData } from "../../app/boards";
import type { OpenView } from "../../protocol";
import { isLetter } from "../../ui/cards";

export interface Subject {
  readonly routes: readonly string[];
  readonly cities: readonly string[];
  /** Something off the map, as a selector. */
  readonly element: string | null;
}

const NOTHING: Subject = { routes: [], cities: [], element: null };

export function subjectOf(data: BoardData, open: OpenView | null, action: string): Subject {
  const [verb = "", what = "", ...more] = action.split(" ");
  switch (verb) {
    case "claim":
      return { ...NOTHING, routes: [what] };
    case "station":
      return { ...NOTHING, cities: [what] };
    case "keep":
      return { ...NOTHING, cities: [what, ...more].flatMap((id) => endsOf(data, id)) };
    case "pay":
    case "give":
      return { ...NOTHING, routes: open?.tunnel ? [open.tunnel.route] : [] };
    case "tickets":
      return { ...NOTHING, element: "[data-draw-tickets], [data-nav='tickets']" };
    case "draw":
      return { ...NOTHING, element: isLetter(what) ? `[data-card="${what}"].can` : "[data-deck]" };
    default:
      return NOTHING;
  }
}

export function endsOf(data: BoardData, ticket: string): string[] {
  const found = data.ticket.get(ticket);
  return found ? [found.a, found.b] : [];
}

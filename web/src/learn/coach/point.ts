/** What a step points at: things on the map, or a part of the page. */
import type { BoardData } from "../../app/boards";
import type { LessonStep } from "../../protocol";

export interface Target {
  readonly routes: readonly string[];
  /** Cities and countries. */
  readonly places: readonly string[];
  /** Routes to trace. */
  readonly way: readonly string[];
  /** Parts of the page outside the map: the first selector that finds something counts. */
  readonly parts: readonly string[];
}

const CHOOSER = "section.choice";

export function targetOf({ point, way }: Pick<LessonStep, "point" | "way">, data: BoardData): Target {
  const [kind = "", id = ""] = point.split(/:(.*)/s);
  const ticket = kind === "ticket" ? data.ticket.get(id) : undefined;
  return {
    routes: kind === "route" ? [id] : [],
    places: ticket ? [ticket.a, ticket.b] : kind === "city" || kind === "country" ? [id] : [],
    way,
    parts: partsOf(kind, id),
  };
}

function partsOf(kind: string, id: string): readonly string[] {
  switch (kind) {
    case "market":
      return id ? [`[data-market][data-card="${id}"]`] : [".market"];
    case "deck":
      return ["[data-deck]"];
    case "hand":
      return id ? [`[data-hand="${id}"]`] : [".hand"];
    case "ticket":
      return [`[data-ticket="${id}"]`];
    case "tickets":
      return [CHOOSER, ".tix"];
    case "score":
      return [".players", ".strip"];
    case "chooser":
      return [CHOOSER];
    default:
      return [];
  }
}

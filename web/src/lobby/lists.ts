/** Tables in lists: their order, and what is said about each. */
import type { TableLine } from "../protocol";
import { botSeatName } from "../ui/bots";

export type GameOnMap = "your-turn" | "their-turn" | "waiting" | "playing" | "over";

export function standing(line: TableLine): GameOnMap {
  if (line.state === "waiting") return "waiting";
  if (line.state !== "playing") return "over";
  if (line.awaited.some((seat) => line.mine.includes(seat))) return "your-turn";
  return line.mine.length ? "their-turn" : "playing";
}

const ORDER: readonly GameOnMap[] = ["your-turn", "waiting", "their-turn", "playing", "over"];

/** Your turn first, then games not started, then others' turns; the latest first within each. */
export function ordered(lines: readonly TableLine[]): TableLine[] {
  const place = (line: TableLine): number => ORDER.indexOf(standing(line));
  return lines.filter(({ state }) => state !== "closed").sort((a, b) => place(a) - place(b) || b.updated - a.updated);
}

/** Who sits where; bots by their names in the language in use. */
export function namesOf({ names, bots }: TableLine): (string | null)[] {
  return names.map((name, seat) => (name !== null && bots.includes(seat) ? botSeatName(name) : name));
}

/** Names of the others at a table: the first ones, and how many more there are. */
export function others(line: TableLine, most = 2): { names: string[]; more: number } {
  const all = namesOf(line).flatMap((name, seat) => (name !== null && !line.mine.includes(seat) ? [name] : []));
  return { names: all.slice(0, most), more: Math.max(0, all.length - most) };
}

/** The page of a table in a text that somebody pasted: a link, with what follows the id, or the id alone. */
export function pageIn(text: string): string | null {
  const found = /(?:\/(t|replay)\/)?([A-Za-z0-9_-]{6,40})([?#]\S*)?$/.exec(text.trim());
  return found?.[2] ? `${found[1] ?? "t"}/${found[2]}${found[3] ?? ""}` : null;
}

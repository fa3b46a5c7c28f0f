/** Pictures of the rules page: pieces of real boards with a small game on them, fetched with the page. */
import { put, type BoardData } from "../../app/boards";
import type { Board, Colour, OpenView, Printed, SeatInfo, SeatView } from "../../protocol";
import type { RulesOf } from "./text";

/** As tools/rule_pictures.py writes it. */
interface Cut {
  readonly frame: readonly [number, number, number, number];
  readonly board: Board;
  readonly plan: Printed;
  readonly game: {
    readonly colours: readonly Colour[];
    readonly seats: readonly SeatView[];
    readonly closed: readonly string[];
    readonly stacks: OpenView["stacks"];
    /** A completed ticket, or none. */
    readonly ticket: string;
  };
}

export interface Picture {
  /** Left, top, right, bottom. */
  readonly frame: Cut["frame"];
  readonly data: BoardData;
  /** As much of a position as a map shows. */
  readonly open: OpenView;
  readonly seats: readonly SeatInfo[];
  readonly ticket: string;
}

const FILES = import.meta.glob<{ readonly [name: string]: Cut }>("./pictures/*.json", { import: "default" });

/** The pictures of one board, by name. */
export async function picturesOf(board: RulesOf): Promise<ReadonlyMap<string, Picture>> {
  const cuts = (await FILES[`./pictures/${board}.json`]?.()) ?? {};
  return new Map(Object.entries(cuts).map(([name, cut]) => [name, made(cut)]));
}

function made({ frame, board, plan, game }: Cut): Picture {
  return {
    frame,
    data: put(board, plan),
    open: { seats: game.seats, closed: game.closed, stacks: game.stacks } as OpenView,
    seats: game.colours.map((colour, seat) => ({ seat, colour }) as SeatInfo),
    ticket: game.ticket,
  };
}

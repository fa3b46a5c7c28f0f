/** The steps of a finished game, fetched a page at a time: first what is shown, then the rest. */
import { call, Wrong } from "../app/api";
import type { GameRecordGiven, ScoreSheet, Step, Steps } from "../protocol";

export const PAGE = 100;
/** The server limits how many games it replays at once; a refused request is repeated after this many milliseconds. */
const AGAIN = 4000;

export type Fetch = (first: number, count: number) => Promise<Steps>;

export class ReplaySteps {
  board = $state<string | null>(null);
  /** The hash of the board file, if the record says it. */
  content = $state("");
  names = $state.raw<readonly string[]>([]);
  /** How many moves there are; step 0 is the deal. */
  moves = $state(0);
  score = $state.raw<ScoreSheet | null>(null);
  /** Changes with each page that arrives. */
  steps = $state.raw<readonly (Step | undefined)[]>([]);
  /** A code of the server's, if it could not be fetched. */
  wrong = $state("");
  readonly whole: boolean = $derived(
    this.board !== null && this.steps.length > this.moves && !this.steps.includes(undefined),
  );

  readonly #fetch: Fetch;
  readonly #asked = new Map<number, Promise<void>>();

  constructor(fetch: Fetch) {
    this.#fetch = fetch;
  }

  /** Fetch the page with this step, then all others. */
  async load(first = 0): Promise<void> {
    try {
      await this.want(first);
      for (let page = 0; page <= this.moves; page += PAGE) await this.want(page);
    } catch (error) {
      this.wrong = error instanceof Wrong ? error.reason : "failed";
    }
  }

  /** Fetch the page with this step; each page is asked for once. */
  want(number: number): Promise<void> {
    const page = Math.floor(Math.max(0, number) / PAGE);
    let asked = this.#asked.get(page);
    if (asked === undefined) {
      asked = this.#page(page);
      asked.catch(() => this.#asked.delete(page));
      this.#asked.set(page, asked);
    }
    return asked;
  }

  /** A step, or the latest before it that is here. */
  near(number: number): Step | null {
    for (let at = Math.min(number, this.moves); at >= 0; at--) {
      const step = this.steps[at];
      if (step !== undefined) return step;
    }
    return null;
  }

  async #page(page: number): Promise<void> {
    const found = await this.#patiently(page * PAGE);
    const steps =
      this.steps.length > 0 ? [...this.steps] : new Array<Step | undefined>(found.moves + 1).fill(undefined);
    for (const step of found.steps) steps[step.number] = step;
    this.content = found.content;
    this.board = found.board;
    this.names = found.names;
    this.moves = found.moves;
    this.score = found.score;
    this.steps = steps;
  }

  async #patiently(first: number): Promise<Steps> {
    for (;;) {
      try {
        return await this.#fetch(first, PAGE);
      } catch (error) {
        if (!(error instanceof Wrong) || error.reason !== "too-fast") throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }
}

const known = new Map<string, ReplaySteps>();

/** The finished game of a table; cached, because the end and the replay show the same one. */
export function reelOfTable(place: string): ReplaySteps {
  let reel = known.get(place);
  if (reel === undefined || reel.wrong) {
    reel = new ReplaySteps((first, count) =>
      call("GET /api/tables/{place}/steps", { path: { place }, query: { first, count } }),
    );
    known.set(place, reel);
  }
  return reel;
}

export function reelOfRecord(record: GameRecordGiven): ReplaySteps {
  return new ReplaySteps((first, count) => call("POST /api/records/steps", { query: { first, count }, body: record }));
}

/** The viewer's tickets on the map: flags at their ends, what they say, and which one was asked. */
import type { BoardData } from "../../app/boards";
import type { OwnView } from "../../protocol";
import type { Hit } from "../scene";
import { ticketLines } from "../tooltip";
import { endsOf, statesOf, type Ended, type Flag } from "./ticketFlags";

interface Given {
  readonly data: BoardData;
  readonly own: OwnView | null;
}

export class OwnTickets {
  readonly #given: () => Given;
  readonly #states = $derived.by(() => {
    const { own } = this.#given();
    return statesOf((own?.progress ?? []).filter(({ ticket }) => !own?.offered.includes(ticket)));
  });
  /** Tickets by the cities where they end. */
  readonly ends: ReadonlyMap<string, readonly Ended[]> = $derived.by(() => endsOf(this.#given().data, this.#states));
  /** The same in words. */
  readonly words: ReadonlyMap<string, readonly string[]> = $derived.by(
    () => new Map([...this.ends].map(([city, all]) => [city, ticketLines(this.#given().data, all)])),
  );
  /** As they are drawn. */
  flags = $state.raw<readonly Flag[]>([]);
  /** The city whose flag was tapped. */
  asked = $state<string | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  /** The flag at a point of the plan. */
  at(x: number, y: number): Hit | null {
    const flag = this.flags.find(({ box }) => x > box[0] && x < box[2] && y > box[1] && y < box[3]);
    return flag ? { kind: "flag", id: flag.city, also: [] } : null;
  }

  /** Something was tapped: a flag tells its tickets until the next tap. */
  tapped(hit: Hit | null): void {
    this.asked = hit?.kind === "flag" && hit.id !== this.asked ? hit.id : null;
  }
}

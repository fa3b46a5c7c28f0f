/**
 * The part of a game that the map shows. Everything is compared by a key of plain text, so that what has not changed
 * does not propagate: an event redraws only what it is about.
 */
import type { Choices, Colour, OpenView, SeatInfo, SeatView } from "../protocol";

interface Given {
  readonly open: OpenView | null;
  readonly seats: readonly SeatInfo[];
  readonly choices: Choices | null;
}

export const words = (key: string): string[] => key.split(" ").filter(Boolean);
const pairs = (key: string): Map<string, Colour> =>
  new Map(
    key
      .split("\n")
      .filter(Boolean)
      .map((line) => line.split(" ") as [string, Colour]),
  );

export class GameOnMap {
  readonly #given: () => Given;
  readonly #claims = $derived.by(() => this.#coloured((view) => view.routes));
  readonly #stations = $derived.by(() => this.#coloured((view) => view.station_cities));
  readonly #closed = $derived.by(() => (this.#given().open?.closed ?? []).join(" "));
  readonly #sites = $derived.by(() => (this.#given().choices?.station ?? []).join(" "));

  /** The colour of whoever has a route, and of whoever has built in a city. */
  readonly claims: ReadonlyMap<string, Colour> = $derived(pairs(this.#claims));
  readonly stations: ReadonlyMap<string, Colour> = $derived(pairs(this.#stations));
  readonly closed: ReadonlySet<string> = $derived(new Set(words(this.#closed)));
  /** Cities where a station can be built now. */
  readonly sites: ReadonlySet<string> = $derived(new Set(words(this.#sites)));

  constructor(given: () => Given) {
    this.#given = given;
  }

  #coloured(of: (view: SeatView) => readonly string[]): string {
    const { open, seats } = this.#given();
    const colours = new Map(seats.map((seat) => [seat.seat, seat.colour]));
    return (open?.seats ?? [])
      .flatMap((view) => of(view).map((id) => `${id} ${colours.get(view.seat) ?? "navy"}`))
      .join("\n");
  }
}

/** One visit to a table: what is picked, asked and sent. The panels and the map share it. */
import type { BoardData } from "../app/boards";
import type { Answer, Unsent } from "../app/connection";
import { settings } from "../app/settings.svelte";
import type { Table } from "../app/table.svelte";
import type { SeatInfo, Why } from "../protocol";
import { claimsOf } from "../map/claimable";
import { Selection } from "../map/selection.svelte";
import { isLetter, type Letter } from "../ui/cards";
import { advisedFirst, payments, type Payment } from "../ui/payments";
import { Moments } from "./feel/moments.svelte";
import { Unread } from "./unread.svelte";
import { haves, notNow, reasonWords, whyNot } from "./words/refusals";
import { story, type Line } from "./words/story";
import { t } from "../i18n/index.svelte";

export type Panel = "tickets" | "log" | "chat" | "more" | "players" | "invite" | "hint";

export type Choosing = "hand-over" | "tickets" | "tunnel" | "watch-tunnel" | "route" | "station" | "city";

export class TableSession {
  readonly picked = new Selection();
  /** A panel opened on a phone, or from the bar. */
  panel = $state<Panel | null>(null);
  /** Why the server refused something, in words; disappears by itself. */
  notice = $state<string | null>(null);
  /** A command is on its way, so it is not sent twice. */
  sending = $state(false);
  /** Whether the last pointer was a finger. */
  touch = $state(false);
  /** Whether the last input was a key: then the decision takes the focus. */
  keys = false;
  /** Whether the pick was made by finger: a chooser does not change for another pointer. */
  #byTouch = $state(false);
  /** On a phone. */
  compact = $state(false);
  /** Routes and cities of the last move: they pulse until the next one. */
  last = $state.raw<readonly string[]>([]);
  /** Routes and cities that a line of the log points at. */
  lit = $state.raw<readonly string[] | null>(null);
  readonly moments = new Moments();
  /** What is being typed: kept while panels open and close. */
  draft = $state("");
  readonly unread: Unread;
  /** Whether a move was made during this visit. */
  moved = $state(false);
  /** Whether the end of the game was shown: only then the final points are. */
  endTold = $state(false);
  /** On a shared device: cards are hidden until the next player confirms. */
  curtain = $state(false);

  /** A lesson has its own words for a refusal; true if it has said them. */
  onrefused: ((reason: string) => boolean) | null = null;

  /** What the digits and Enter do while a choice is open; set by the panel that shows it. */
  options: readonly (() => void)[] = [];
  enter: (() => void) | null = null;

  readonly lines: readonly Line[] = $derived.by(() => story(this.table.told, this));

  /** What the last hint advised, the best first, and for which decision. */
  advised: { readonly since: number | null; readonly actions: readonly string[] } = $state.raw({
    since: null,
    actions: [],
  });

  /** The action that the open hint shows: its trains are previewed, its card of the market is ringed. */
  idea = $state<string | null>(null);

  /** Payments for the picked route: those of the colour dropped on it or held first, then what a hint would pay. */
  readonly ways: readonly Payment[] = $derived.by(() => {
    const { route, first } = this.picked;
    return route === null ? [] : this.waysOf(route, first);
  });

  waysOf(route: string, first: Letter | null = null): readonly Payment[] {
    const lines = this.table.choices?.claim[route];
    if (!lines) return [];
    const held = first ?? this.picked.colour;
    const actions = this.advised.since === this.since ? this.advised.actions : [];
    const advised = actions.find((action) => action.startsWith(`claim ${route} `));
    const found = advisedFirst(payments(lines), advised?.split(" ")[2]);
    return held === null
      ? found
      : [...found].sort((a, b) => Number(b.single.includes(held)) - Number(a.single.includes(held)));
  }

  /** How many routes can be claimed; with a card in hand, or a ticket pointed at, how many with it or for it. */
  readonly claimable: number = $derived.by(() => {
    const { table, picked, data } = this;
    if (this.hidden || !table.choices) return 0;
    const asked = { claiming: true, card: picked.colour, ticket: picked.claiming ? picked.ticket : null };
    return claimsOf(data, table.choices.claim, table.own?.progress ?? [], asked).length;
  });

  /** On a shared device: who should have it next, if that is someone else. */
  readonly next: number | null = $derived.by(() => {
    const { table } = this;
    if (table.mine.length < 2 || !table.open || table.over) return null;
    const awaited = table.mine.filter((seat) => table.open?.awaited.includes(seat) && !table.seats[seat]?.away);
    if (table.inFront !== null && awaited.includes(table.inFront)) return null;
    return awaited[0] ?? null;
  });
  /** Whether all cards must stay hidden. */
  readonly hidden: boolean = $derived.by(
    () =>
      this.table.mine.length > 1 &&
      !this.table.over &&
      (this.curtain || (this.table.inFront === null && this.next !== null)),
  );

  /** What has to be decided, or was picked. */
  readonly choosing: Choosing | null = $derived.by(() => {
    const { table, picked } = this;
    const choices = table.choices;
    if (this.hidden) return null;
    if (this.next !== null) return "hand-over";
    if (choices?.keep.length) return "tickets";
    if (choices?.pay.length || choices?.give_up) return "tunnel";
    if (table.open?.tunnel) return "watch-tunnel";
    if (picked.route !== null && choices?.claim[picked.route]) return "route";
    if (picked.city === null) return null;
    return picked.building && this.canBuild(picked.city) ? "station" : "city";
  });

  #notices: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: Table,
    readonly data: BoardData,
  ) {
    this.unread = new Unread(table);
  }

  /** Identifies the current choices; a panel that composes something starts again when it changes. */
  get since(): number {
    return this.table.own?.since ?? -1;
  }

  name(seat: number): string {
    return this.table.seats[seat]?.name ?? "";
  }

  you(seat: number): boolean {
    return this.table.mine.length === 1 && this.table.mine[0] === seat;
  }

  info(seat: number): SeatInfo | undefined {
    return this.table.seats[seat];
  }

  get confirms(): boolean {
    return settings.confirm === "always" || (settings.confirm === "touch" && this.#byTouch);
  }

  tell(words: string): void {
    clearTimeout(this.#notices);
    // one message at a time: two would lie on each other
    this.picked.whyNot = null;
    this.notice = words;
    this.#notices = setTimeout(() => (this.notice = null), 6000);
  }

  async send(command: Unsent): Promise<Answer | null> {
    try {
      const answer = await this.table.send(command);
      if (answer.type === "refused" && !this.onrefused?.(answer.reason)) this.tell(reasonWords(answer.reason));
      return answer;
    } catch {
      return null;
    }
  }

  /** Carry out an action; what was composed stays until the server has accepted it. */
  async act(line: string): Promise<boolean> {
    if (this.sending || this.table.seat === null) return false;
    this.sending = true;
    try {
      const answer = await this.send({ do: "act", seat: this.table.seat, action: line });
      if (answer?.type !== "done") return false;
      this.moved = true;
      this.picked.clear();
      this.picked.keeping = new Set();
      this.picked.colour = null;
      this.picked.claiming = false;
      return true;
    } finally {
      this.sending = false;
    }
  }

  draw(letter: Letter | null): void {
    const choices = this.table.choices;
    if (!choices) return this.tell(notNow(this.table));
    if (letter === null) {
      if (choices.blind) this.#take("deck", "draw");
      else this.tell(notNow(this.table));
    } else if (choices.draw.includes(letter)) this.#take(letter, `draw ${letter}`);
    else if (letter === "L" && choices.draw) this.tell(reasonWords("second-locomotive"));
    else this.tell(notNow(this.table));
  }

  /** Where everything is confirmed, a card is taken by a second press. */
  #take(what: Letter | "deck", line: string): void {
    if (settings.confirm !== "always" || this.picked.taking === what) void this.act(line);
    else this.picked.taking = what;
  }

  tickets(): void {
    if (this.table.choices?.tickets) void this.act("tickets");
    else this.tell(this.table.open?.ticket_deck === 0 ? reasonWords("no-tickets-left") : notNow(this.table));
  }

  /** Show what can be claimed, or stop showing it. */
  claims(): void {
    const { picked, table } = this;
    if (picked.claiming) picked.claiming = false;
    else if (!table.choices) this.tell(reasonWords("not-your-turn"));
    else if (this.claimable === 0) this.tell(t("panels.no-claim"));
    else picked.claiming = true;
  }

  /** A route was touched on the map; or cards of the kind `first` were dropped on it, which never pays at once. */
  route(id: string, first: Letter | null = null): void {
    const { picked, table } = this;
    const lines = table.choices?.claim[id];
    this.#byTouch = this.touch;
    picked.leaveCity();
    picked.whyNot = null;
    picked.first = first;
    if (picked.route !== id) picked.swapping = null;
    if (lines) {
      picked.route = id;
      const way = this.ways[0];
      picked.payment = way?.line ?? null;
      const atOnce = settings.confirm === "never" && first === null && lines.length === 1;
      if (atOnce && way && !way.swapped) void this.pay(way.line);
      return;
    }
    picked.route = null;
    picked.payment = null;
    void this.ask(id);
  }

  /** Ask the server why a route cannot be claimed, and say it on the map. */
  async ask(id: string): Promise<void> {
    const { table, data } = this;
    const open = table.open;
    if (!open) return;
    const owner = open.seats.find((seat) => seat.routes.includes(id));
    if (owner) {
      const words = this.you(owner.seat)
        ? t("panels.owned-by-you")
        : t("panels.owned-by", { who: this.name(owner.seat) });
      return this.#explain(id, words);
    }
    if (table.seat === null) return;
    const { seat } = table;
    const answer = await this.#why(id);
    if (!answer || answer.reason === null) return;
    const { reason, cards } = answer;
    let words = whyNot(data, open, seat, id, reason, cards);
    if (reason === "not-your-turn") words = `${words} ${whyNot(data, open, seat, id, "too-few-cards", cards)}`;
    this.#explain(id, words);
  }

  #explain(route: string, text: string): void {
    this.notice = null;
    this.picked.whyNot = { route, text };
  }

  async #why(route: string): Promise<Why | null> {
    const { seat } = this.table;
    if (seat === null) return null;
    const answer = await this.table.send({ do: "why", seat, route }).catch(() => null);
    return answer?.type === "why" ? answer : null;
  }

  /** The cards of the seat that could pay for a route, in words; nothing if the server does not say. */
  async have(route: string): Promise<string> {
    const answer = await this.#why(route);
    return answer ? haves(this.data, route, answer.cards) : "";
  }

  /** A city was touched: the page tells of it. */
  city(id: string): void {
    this.#byTouch = this.touch;
    this.picked.clear();
    this.picked.city = id;
  }

  /** A station is wanted in a city: offer how to pay for it. */
  build(id: string): void {
    this.city(id);
    if (!this.canBuild(id)) return;
    this.picked.building = true;
    this.picked.payment = this.stationWays[0]?.line ?? null;
  }

  canBuild(city: string): boolean {
    return this.table.choices?.station.includes(city) ?? false;
  }

  get stationWays(): Payment[] {
    return payments(this.table.choices?.station_cards ?? []);
  }

  /** A payment was chosen in the panel: pay at once, or show it first. */
  choose(line: string): void {
    if (this.confirms && this.picked.payment !== line) this.picked.payment = line;
    else void this.pay(line);
  }

  pay(line: string): Promise<boolean> {
    const { picked } = this;
    if (picked.route !== null) return this.act(`claim ${picked.route} ${line}`);
    if (picked.city !== null && picked.building) return this.act(`station ${picked.city} ${line}`);
    return Promise.resolve(false);
  }

  hold(letter: string): void {
    if (isLetter(letter)) this.picked.colour = this.picked.colour === letter ? null : letter;
  }

  /** Step back: close what is open, one thing at a time. */
  back(): void {
    if (this.panel !== null) this.panel = null;
    else if (this.picked.any) this.picked.clear();
    else if (this.picked.colour !== null) this.picked.colour = null;
    else this.picked.claiming = false;
  }

  /** On a shared device: hide the cards, then let the next player have it. */
  handOver(): void {
    this.picked.clear();
    this.picked.ticket = null;
    this.picked.colour = null;
    this.picked.claiming = false;
    this.panel = null;
    this.curtain = true;
  }

  takeOver(seat: number): void {
    this.table.inFront = seat;
    this.curtain = false;
  }
}

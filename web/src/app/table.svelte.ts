/** One table as this client knows it: what the server said last, and nothing computed from rules. */
import { Connection, type Answer, type Status, type Unsent } from "./connection";
import type {
  Chat,
  Choices,
  Event,
  Happened,
  OpenView,
  OwnView,
  Position,
  ScoreSheet,
  SeatInfo,
  ServerMessage,
  TableInfo,
  Welcome,
  You,
} from "../protocol";
import { seatName } from "../ui/bots";

/** An event of the game with the entry that brought it. */
export interface Told {
  n: number;
  at: number;
  event: Event;
  /** Received live, not after reconnecting: only live events are animated. */
  live: boolean;
}

export class Table {
  readonly place: string;
  status = $state<Status>("connecting");
  /** A close code, if the table cannot be watched. */
  closed = $state("");
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You | null>(null);
  position = $state.raw<Position | null>(null);
  n = $state(-1);
  told = $state.raw<readonly Told[]>([]);
  chat = $state.raw<readonly Chat[]>([]);
  here = $state.raw<readonly number[]>([]);
  watching = $state(0);
  /** The score sheet, once it has been fetched. */
  sheet = $state.raw<ScoreSheet | null>(null);
  /** Milliseconds to add to this device's clock to get the server's. */
  skew = $state(0);
  /** On a shared device: the seat whose player has it now. */
  inFront = $state<number | null>(null);

  readonly started = $derived(this.position !== null);
  readonly open: OpenView | null = $derived(this.position?.open ?? null);
  readonly seats: readonly SeatInfo[] = $derived(
    this.info?.seats.map((seat) => ({ ...seat, name: seatName(seat) })) ?? [],
  );
  /** Seats of this client, as the table's list of seats says now. */
  readonly mine: readonly number[] = $derived(
    this.you?.player ? this.seats.filter((seat) => seat.player === this.you?.player).map((seat) => seat.seat) : [],
  );
  /** The seat whose view is shown: the one in front, else the one to move, else the first of mine. */
  readonly seat: number | null = $derived.by(() => {
    if (this.mine.length === 0) return null;
    if (this.inFront !== null && this.mine.includes(this.inFront)) return this.inFront;
    return this.mine.find((seat) => this.open?.awaited.includes(seat)) ?? this.mine[0] ?? null;
  });
  readonly own: OwnView | null = $derived(this.position?.own.find((view) => view.seat === this.seat) ?? null);
  readonly choices: Choices | null = $derived(this.own?.choices ?? null);
  readonly myTurn: boolean = $derived(this.choices !== null);
  readonly over: boolean = $derived(this.info?.state === "over");
  /** The lesson that is played here: then nobody is invited, nobody chats, and there is no rematch. */
  readonly lesson: string | null = $derived(this.info?.lesson ?? null);

  readonly #connection: Connection;
  readonly #watchers = new Set<(happened: Happened) => void>();

  constructor(place: string, connection?: (table: Table) => Connection) {
    this.place = place;
    this.#connection =
      connection?.(this) ??
      new Connection(place, {
        heard: (message) => this.heard(message),
        status: (status, why) => this.#status(status, why),
      });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  hurry(): void {
    this.#connection.hurry();
  }

  /** Calls back for each entry before its changes are shown; for animation and sound. */
  watch(watcher: (happened: Happened) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  send(command: Unsent): Promise<Answer> {
    return this.#connection.send(command, command.version ?? this.n);
  }

  /** An action of the seat whose view is shown. */
  act(action: string): Promise<Answer> {
    if (this.seat === null) throw new Error("nobody sits here");
    return this.send({ do: "act", seat: this.seat, action });
  }

  heard(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        return this.#welcome(message);
      case "happened":
        return this.#happened(message);
      case "said":
        if (!this.chat.some((line) => line.number === message.chat.number)) this.chat = [...this.chat, message.chat];
        return;
      case "here":
        this.here = message.here;
        this.watching = message.watching;
        return;
    }
  }

  #status(status: Status, reason: string): void {
    this.status = status;
    if (status === "closed") this.closed = reason;
  }

  #welcome(message: Welcome): void {
    this.skew = message.now - Date.now();
    this.you = message.you;
    this.info = message.table;
    this.position = message.position;
    this.chat = message.chat;
    this.here = message.here;
    this.watching = message.watching;
    for (const entry of message.missed) if (entry.n > this.n) this.#tell(entry, false);
    this.n = message.n;
  }

  #happened(message: Happened): void {
    if (message.n > this.n) {
      for (const watcher of this.#watchers) watcher(message);
      this.#tell(message, true);
      this.n = message.n;
    }
    if (message.table !== null) this.info = message.table;
    if (message.position !== null) this.position = message.position;
  }

  #tell(entry: Happened, live: boolean): void {
    if (entry.events.length === 0) return;
    this.told = [...this.told, ...entry.events.map((event) => ({ n: entry.n, at: entry.at, event, live }))];
  }
}

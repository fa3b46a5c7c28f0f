/**
 * The socket of a table. It reconnects by itself, resumes from the last entry it received, and sends what was not
 * answered again with the same id, so that nothing is lost and nothing is done twice.
 */
import { address } from "./api";
import type { ClientMessage, Done, Hint, Refused, ServerMessage, Why } from "../protocol";

export type Answer = Done | Refused | Why | Hint;
export type Status = "connecting" | "open" | "lost" | "going-down" | "closed";

/** A command without what the connection adds. */
export type Unsent<T extends ClientMessage = ClientMessage> = T extends { id: string }
  ? Omit<T, "id" | "version"> & { version?: number }
  : never;

interface Waiting {
  text: string;
  settle: (answer: Answer) => void;
  fail: (error: Error) => void;
}

export interface Listener {
  heard(message: ServerMessage): void;
  status(status: Status, reason: string): void;
}

/** Close codes after which reconnecting is pointless. */
const FINAL = new Set([4401, 4403, 4404]);
const LONGEST_WAIT = 5000;

export class Connection {
  #socket: WebSocket | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #number = 0;
  readonly #prefix = Math.random().toString(36).slice(2, 10);
  /** Number of the last entry received; -1 asks for the whole game. */
  n = -1;

  constructor(
    readonly place: string,
    readonly listener: Listener,
    private readonly open: (url: string) => WebSocket = (url) => new WebSocket(url),
  ) {}

  start(): void {
    this.#stopped = false;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#socket?.close(1000);
    this.#socket = null;
    for (const waiting of this.#waiting.values()) waiting.fail(new Error("the table was left"));
    this.#waiting.clear();
  }

  /** Reconnect at once: the page is visible again, or the network is back. */
  hurry(): void {
    if (this.#socket === null && !this.#stopped) {
      clearTimeout(this.#timer);
      this.#connect();
    }
  }

  /** Send a command; the answer arrives even if the connection is lost in between. */
  send(command: Unsent, version: number = this.n): Promise<Answer> {
    const id = `${this.#prefix}-${++this.#number}`;
    const text = JSON.stringify({ version, ...command, id });
    return new Promise((settle, fail) => {
      this.#waiting.set(id, { text, settle, fail });
      if (this.#socket?.readyState === 1) this.#socket.send(text);
    });
  }

  #connect(): void {
    this.listener.status("connecting", "");
    const url = address(`api/tables/${encodeURIComponent(this.place)}/socket?since=${this.n}`);
    const socket = this.open(url.replace(/^http/, "ws"));
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket === socket) this.#heard(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#closed(event.code, event.reason);
    };
  }

  #heard(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.#tries = 0;
        this.n = message.n;
        this.listener.heard(message);
        this.listener.status("open", "");
        for (const waiting of this.#waiting.values()) this.#socket?.send(waiting.text);
        return;
      case "happened":
        this.n = Math.max(this.n, message.n);
        break;
      case "going-down":
        this.listener.status("going-down", "");
        break;
      case "done":
      case "refused":
      case "why":
      case "hint":
        this.#settle(message);
        break;
    }
    this.listener.heard(message);
  }

  #settle(answer: Answer): void {
    if (answer.id === null) return;
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if (answer.type === "refused" && (answer.reason === "going-down" || answer.reason === "unavailable")) return;
    this.#waiting.delete(answer.id);
    waiting.settle(answer);
  }

  #closed(code: number, reason: string): void {
    this.#socket = null;
    if (this.#stopped) return;
    if (FINAL.has(code)) {
      this.#stopped = true;
      for (const waiting of this.#waiting.values()) waiting.fail(new Error(reason));
      this.#waiting.clear();
      this.listener.status("closed", String(code));
      return;
    }
    this.listener.status("lost", reason);
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }
}

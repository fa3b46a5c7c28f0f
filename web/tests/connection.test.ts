import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type Status } from "../src/app/connection";
import type { ServerMessage } from "../src/protocol";

/** A socket whose other end is the test. */
class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: { [key: string]: unknown }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    Socket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { [key: string]: unknown });
  }

  close(): void {
    this.readyState = 3;
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  welcomes(n: number): void {
    this.readyState = 1;
    this.says({ type: "welcome", n, missed: [] });
  }

  drops(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

function last(): Socket {
  const found = Socket.all.at(-1);
  if (found === undefined) throw new Error("nobody connected");
  return found;
}

let heard: ServerMessage[];
let statuses: Status[];

function connected(): Connection {
  const listener = { heard: (m: ServerMessage) => heard.push(m), status: (s: Status) => statuses.push(s) };
  const connection = new Connection("abc", listener, (url) => new Socket(url) as unknown as WebSocket);
  connection.start();
  return connection;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { baseURI: "https://play.example.org/kolej/" });
  Socket.all = [];
  heard = [];
  statuses = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a connection", () => {
  it("asks for the whole game first, below the path of the site", () => {
    connected();
    expect(last().url).toBe("wss://play.example.org/kolej/api/tables/abc/socket?since=-1");
  });

  it("comes back by itself within seconds and resumes from the last entry it heard", () => {
    connected();
    last().welcomes(4);
    last().says({ type: "happened", n: 5, events: [] });
    last().drops();
    expect(statuses.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(Socket.all).toHaveLength(2);
    expect(last().url).toMatch(/since=5$/);
  });

  it("never waits longer than some seconds, however often it fails", () => {
    connected();
    for (let tries = 0; tries < 12; tries++) {
      last().drops();
      vi.advanceTimersByTime(6500);
    }
    expect(Socket.all).toHaveLength(13);
  });

  it("sends what was not answered again with the same id, and answers once", async () => {
    const connection = connected();
    last().welcomes(7);
    const answer = connection.send({ do: "act", seat: 0, action: "draw" });
    const sent = last().sent[0];
    expect(sent).toMatchObject({ do: "act", seat: 0, action: "draw", version: 7 });
    last().drops();
    vi.advanceTimersByTime(400);
    last().welcomes(8);
    expect(last().sent).toEqual([sent]);
    last().says({ type: "done", id: sent?.["id"], n: 8, table: null });
    await expect(answer).resolves.toMatchObject({ type: "done", n: 8 });
    last().drops();
    vi.advanceTimersByTime(1000);
    last().welcomes(8);
    expect(last().sent).toEqual([]);
  });

  it("keeps a command that was made while there was no connection", () => {
    const connection = connected();
    void connection.send({ do: "say", text: "hello" });
    expect(last().sent).toEqual([]);
    last().welcomes(0);
    expect(last().sent).toMatchObject([{ do: "say", text: "hello" }]);
  });

  it("repeats what a server that goes down refused, at the next one", () => {
    const connection = connected();
    last().welcomes(3);
    void connection.send({ do: "act", seat: 1, action: "draw" });
    const id = last().sent[0]?.["id"];
    last().says({ type: "refused", id, reason: "going-down", text: "", n: 3 });
    last().drops(1012);
    vi.advanceTimersByTime(400);
    last().welcomes(3);
    expect(last().sent[0]?.["id"]).toBe(id);
  });

  it("does not come back to a table that is not there", async () => {
    const connection = connected();
    const answer = connection.send({ do: "start" });
    last().drops(4404, "there is no such table");
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(statuses.at(-1)).toBe("closed");
    await expect(answer).rejects.toThrow("no such table");
  });

  it("comes back at once when the page is looked at again", () => {
    const connection = connected();
    for (let tries = 0; tries < 6; tries++) {
      last().drops();
      vi.advanceTimersByTime(6500);
    }
    last().drops();
    const before = Socket.all.length;
    connection.hurry();
    expect(Socket.all).toHaveLength(before + 1);
  });

  it("is silent after it was stopped", () => {
    const connection = connected();
    last().welcomes(1);
    connection.stop();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
  });
});

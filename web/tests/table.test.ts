import { describe, expect, it } from "vitest";
import { Connection } from "../src/app/connection";
import type { Happened, OpenView, OwnView, Position, SeatInfo, TableInfo, Welcome } from "../src/protocol";
import { Table } from "../src/app/table.svelte";

function seat(number: number, player: string | null): SeatInfo {
  return { seat: number, plan: { for: "anyone" }, name: player, player, colour: "navy", bot: null, away: null };
}

function info(...players: (string | null)[]): TableInfo {
  return {
    id: "abc",
    state: "playing",
    seats: players.map((player, number) => seat(number, player)),
  } as unknown as TableInfo;
}

function position(awaited: number[], ...own: { seat: number; choices: boolean }[]): Position {
  const views = own.map((view) => ({ seat: view.seat, choices: view.choices ? {} : null }) as unknown as OwnView);
  return { open: { awaited } as unknown as OpenView, own: views, clocks: [], lesson: null };
}

function welcome(more: Partial<Welcome>): Welcome {
  return {
    type: "welcome",
    protocol: 1,
    server: "",
    now: 0,
    n: 0,
    you: { player: "me", name: "Me", seats: [0], host: true, invitation: null },
    table: info("me", "you"),
    missed: [],
    position: null,
    chat: [],
    here: [0],
    watching: 0,
    ...more,
  };
}

function happened(n: number, more: Partial<Happened> = {}): Happened {
  return { type: "happened", n, at: n, seat: null, events: [], table: null, position: null, ...more };
}

function table(): Table {
  return new Table("abc", (made) => new Connection("abc", { heard: (m) => made.heard(m), status: () => {} }));
}

describe("a table", () => {
  it("looks through the seat that is awaited, and through the one in front where a device has several", () => {
    const two = table();
    two.heard(
      welcome({
        table: info("me", "me", "you"),
        position: position([1], { seat: 0, choices: false }, { seat: 1, choices: true }),
      }),
    );
    expect(two.mine).toEqual([0, 1]);
    expect(two.seat).toBe(1);
    expect(two.myTurn).toBe(true);
    two.inFront = 0;
    expect(two.seat).toBe(0);
    expect(two.myTurn).toBe(false);
  });

  it("has no seat for who looks on", () => {
    const watched = table();
    watched.heard(welcome({ table: info("a", "b"), position: position([0]) }));
    expect(watched.seat).toBeNull();
    expect(watched.choices).toBeNull();
    expect(watched.open?.awaited).toEqual([0]);
  });

  it("tells every event once, in order, and shows moving only what came live", () => {
    const live: number[] = [];
    const told = table();
    told.watch((entry) => live.push(entry.n));
    const event = (number: number) => [{ event: "passed" as const, number, seat: 0 }];
    told.heard(welcome({ n: 2, missed: [happened(1, { events: event(0) }), happened(2, { events: event(1) })] }));
    told.heard(happened(3, { events: event(2) }));
    told.heard(welcome({ n: 4, missed: [happened(3, { events: event(2) }), happened(4, { events: event(3) })] }));
    told.heard(happened(4, { events: event(3) }));
    expect(told.told.map((one) => one.event.number)).toEqual([0, 1, 2, 3]);
    expect(told.told.map((one) => one.live)).toEqual([false, false, true, false]);
    expect(live).toEqual([3]);
    expect(told.n).toBe(4);
  });

  it("takes a new name without a new entry", () => {
    const renamed = table();
    renamed.heard(welcome({ n: 5 }));
    renamed.heard(happened(5, { table: { ...info("me", "you"), id: "changed" } }));
    expect(renamed.info?.id).toBe("changed");
    expect(renamed.n).toBe(5);
  });

  it("hears each line of chat once", () => {
    const heard = table();
    const line = { number: 3, at: 0, name: "You", player: "you", seat: 1, text: "hello", emote: null };
    heard.heard(welcome({ chat: [line] }));
    heard.heard({ type: "said", chat: line });
    heard.heard({ type: "said", chat: { ...line, number: 4 } });
    expect(heard.chat.map((said) => said.number)).toEqual([3, 4]);
  });
});

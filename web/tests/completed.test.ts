import { describe, expect, it } from "vitest";
import type { OwnView, TicketProgress } from "../src/protocol";
import { completedSince } from "../src/table/tickets";

function own(seat: number, tickets: string[], joined: string[], offered: string[] = []): OwnView {
  const progress = [...tickets, ...offered].map((ticket): TicketProgress => ({
    ticket,
    joined: joined.includes(ticket),
    missing: 0,
    routes: [],
  }));
  return { seat, tickets, offered, progress } as unknown as OwnView;
}

function since(before: OwnView | null, now: OwnView | null): string[] {
  return completedSince(before, now).map(({ ticket }) => ticket);
}

describe("a ticket is completed", () => {
  it("when it was open before and is joined now", () => {
    expect(since(own(0, ["a", "b"], []), own(0, ["a", "b"], ["b"]))).toEqual(["b"]);
  });
  it("only once", () => {
    expect(since(own(0, ["a"], ["a"]), own(0, ["a"], ["a"]))).toEqual([]);
  });
  it("not when the page opens, nor when another seat is shown", () => {
    expect(since(null, own(0, ["a"], ["a"]))).toEqual([]);
    expect(since(own(0, ["a"], ["a"]), null)).toEqual([]);
    expect(since(own(0, ["a"], []), own(1, ["a"], ["a"]))).toEqual([]);
  });
  it("not when it is drawn with its cities joined already, nor while it is only offered", () => {
    expect(since(own(0, [], []), own(0, ["a"], ["a"]))).toEqual([]);
    expect(since(own(0, [], [], ["a"]), own(0, [], ["a"], ["a"]))).toEqual([]);
  });
});

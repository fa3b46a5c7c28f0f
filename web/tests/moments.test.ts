import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/app/settings.svelte";
import { Moments } from "../src/table/feel/moments.svelte";

const card = (country: string) => ({ kind: "country", country, points: 4 }) as const;

describe("moments of a game", () => {
  let moments: Moments;
  beforeEach(() => {
    vi.useFakeTimers();
    moments = new Moments();
  });
  afterEach(() => {
    vi.useRealTimers();
    settings.speed = 1;
  });

  it("are told one after another", () => {
    moments.tell(card("lithuania"));
    moments.tell({ kind: "last-round", words: "" });
    expect(moments.now).toEqual(card("lithuania"));
    vi.advanceTimersByTime(3200);
    expect(moments.now?.kind).toBe("last-round");
    vi.advanceTimersByTime(3200);
    expect(moments.now).toBeNull();
  });
  it("end with the end, which waits for none, while the score waits for it", () => {
    moments.tell(card("lithuania"));
    moments.tell(card("belarus"));
    moments.end();
    expect([moments.now?.kind, moments.ending]).toEqual(["end", true]);
    vi.advanceTimersByTime(2400);
    expect([moments.now, moments.ending]).toEqual([null, false]);
  });
  it("do not hold up the score where nothing moves", () => {
    settings.speed = 0;
    moments.tell({ kind: "last-round", words: "" });
    moments.end();
    expect([moments.now, moments.ending]).toEqual([null, false]);
  });
  it("leave a tag at the last claim only, and not for long", () => {
    moments.claimed({ route: "a--b", seat: 1, points: 2 });
    vi.advanceTimersByTime(2000);
    moments.claimed({ route: "b--c", seat: 2, points: 4 });
    vi.advanceTimersByTime(2000);
    expect(moments.claim?.route).toBe("b--c");
    vi.advanceTimersByTime(400);
    expect(moments.claim).toBeNull();
  });
});

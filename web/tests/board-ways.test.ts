import { describe, expect, it } from "vitest";
import { ticketWay, way } from "../src/table/ways";
import { position, tiny } from "./board-tiny";

const data = tiny();

describe("the way of a ticket", () => {
  it("is the shortest over free routes", () => {
    expect(ticketWay(data, null, null, "a--c")).toEqual({ joined: false, missing: 4, routes: ["a--c"], open: ["a--c"] });
    expect(ticketWay(data, position([[], []]), 0, "a--c-2").missing).toBe(4);
  });
  it("uses what is one's own for nothing", () => {
    const found = ticketWay(data, position([["a--b-1"], []]), 0, "a--c");
    expect(found).toEqual({ joined: false, missing: 3, routes: ["a--b-1", "b--c"], open: ["b--c"] });
  });
  it("is joined once nothing is missing, for its owner only", () => {
    const open = position([["a--b-1", "b--c"], []]);
    expect(ticketWay(data, open, 0, "a--c")).toMatchObject({ joined: true, missing: 0, open: [] });
    expect(ticketWay(data, open, 1, "a--c")).toMatchObject({ joined: false, missing: 4 });
  });
  it("does not cross what is another's or closed", () => {
    const open = position([[], ["a--c", "a--b-1"]], ["a--b-2"]);
    expect(ticketWay(data, open, 0, "a--c")).toEqual({ joined: false, missing: Infinity, routes: [], open: [] });
    expect(way(data, open, 0, "b", "c").missing).toBe(3);
  });
  it("borrows one route of another through a station", () => {
    const open = position([[], ["a--c", "a--b-1"]], ["a--b-2"], [["a"]]);
    expect(ticketWay(data, open, 0, "a--c")).toMatchObject({ joined: true, missing: 0, routes: ["a--c"] });
  });
  it("knows no ticket that is not on the board", () => {
    expect(ticketWay(data, null, 0, "x--y").routes).toEqual([]);
  });
});

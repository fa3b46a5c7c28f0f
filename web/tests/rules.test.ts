import { describe, expect, it } from "vitest";
import { picturesOf } from "../src/lobby/rules/pictures";
import { aim, basics, BOARDS, rulesIn, SAMPLE, special } from "../src/lobby/rules/text";

describe("the rules page", () => {
  it("says what the game is about first", async () => {
    const rules = await rulesIn("en");
    expect(aim(rules).text).toMatch(/^Build railway lines/);
    expect(basics(rules).map(({ title }) => title)).not.toContain(aim(rules).title);
  });
  it("has every picture that it shows, and shows every picture that it has", async () => {
    const rules = await rulesIn("en");
    for (const board of BOARDS) {
      const parts = [...special(rules, board), ...(board === SAMPLE ? [aim(rules), ...basics(rules)] : [])];
      const shown = parts.flatMap(({ picture }) => picture ?? []);
      expect([...(await picturesOf(board)).keys()].sort()).toEqual(shown.sort());
    }
  });
  it.each(BOARDS)("lays trains on routes of %s that are in the picture", async (board) => {
    for (const [name, { data, open, ticket }] of await picturesOf(board)) {
      for (const { routes, station_cities } of open.seats) {
        expect(routes.filter((id) => !data.plan.places[id])).toEqual([]);
        expect(station_cities.filter((id) => !data.city.has(id))).toEqual([]);
      }
      expect(open.closed.filter((id) => !data.route.has(id))).toEqual([]);
      expect(ticket === "" || data.ticket.has(ticket), name).toBe(true);
    }
  });
});

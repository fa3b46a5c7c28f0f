import { DRAWING } from "../src/style/drawing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { boardData, laidOut } from "../src/app/boards";
import { boardList } from "../src/app/site";

const BOARD = { cities: [], countries: [], routes: [], tickets: [] };
const asked: string[] = [];
let answers: { [address: string]: unknown };

function problem(status: number, reason: string): Response {
  return Response.json({ status, reason, title: "", detail: "" }, { status });
}

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("document", { baseURI: "http://here/" });
  vi.stubGlobal("fetch", (url: URL) => {
    if (url.pathname.endsWith("/drawing")) expect(url.searchParams.get("drawn")).toBe(DRAWING);
    url.searchParams.delete("drawn");
    asked.push(url.pathname + url.search);
    const answer = answers[url.pathname + url.search];
    return Promise.resolve(answer instanceof Response ? answer : Response.json(answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a board of a table", () => {
  it("is drawn with the layout that the table was made with", async () => {
    answers = { "/api/boards/c1": BOARD, "/api/boards/c1/drawing?layout=l1": { width: 1 } };
    const { plan } = await boardData({ board: "isle", content: "c1", layout: "l1" });
    expect(plan.width).toBe(1);
    expect(asked).toHaveLength(2);
  });

  it("is drawn with the current layout if the server has lost that one", async () => {
    answers = {
      "/api/boards/c2": BOARD,
      "/api/boards/c2/drawing?layout=l2": problem(404, "no-such-layout"),
      "/api/boards/c2/drawing": { width: 2 },
    };
    expect((await boardData({ board: "isle", content: "c2", layout: "l2" })).plan.width).toBe(2);
  });

  it("is laid out first if there is no layout at all", async () => {
    const drawings: unknown[] = [problem(404, "no-plan"), { width: 3 }];
    answers = {
      "/api/boards/c3": BOARD,
      "/api/boards/c3/drawing?layout=l3": problem(404, "no-such-layout"),
      get "/api/boards/c3/drawing"() {
        return drawings.shift();
      },
      "/api/boards/c3/readiness": { ready: true, progress: 1 },
    };
    expect((await boardData({ board: "isle", content: "c3", layout: "l3" })).plan.width).toBe(3);
    expect(asked).toContain("/api/boards/c3/readiness");
  });

  it("is shown with its picture in lists once it is laid out", async () => {
    answers = {
      "/api/boards": [{ id: "isle", laid_out: false }],
      "/api/boards/isle/readiness": { ready: true, progress: 1 },
    };
    expect((await boardList())[0]?.laid_out).toBe(false);
    answers["/api/boards"] = [{ id: "isle", laid_out: true }];
    expect((await boardList())[0]?.laid_out).toBe(false);
    await laidOut("isle");
    expect((await boardList())[0]?.laid_out).toBe(true);
  });

  it("is not drawn if the server says anything else", async () => {
    answers = { "/api/boards/c4": BOARD, "/api/boards/c4/drawing": problem(503, "unavailable") };
    await expect(boardData({ board: "isle", content: "c4" })).rejects.toMatchObject({ reason: "unavailable" });
  });
});

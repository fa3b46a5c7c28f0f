/** What the server offers; asked once per visit. */
import { call } from "./api";
import type { BoardInfo, ServerInfo } from "../protocol";

let server: Promise<ServerInfo> | null = null;
let boards: Promise<readonly BoardInfo[]> | null = null;

export function serverInfo(): Promise<ServerInfo> {
  server ??= call("GET /api/server", {});
  server.catch(() => (server = null));
  return server;
}

export function boardList(): Promise<readonly BoardInfo[]> {
  boards ??= call("GET /api/boards", {}).then((found) => [...found].sort((a, b) => rank(a.id) - rank(b.id)));
  boards.catch(() => (boards = null));
  return boards;
}

/** A board was laid out meanwhile: the next list of boards is asked for anew, and shows its picture. */
export function forgetBoards(): void {
  boards = null;
}

/** The best-known boards first, then the server's own. */
const FIRST = ["europe", "usa", "nordic", "poland"];

function rank(id: string): number {
  const place = FIRST.indexOf(id);
  return place < 0 ? FIRST.length : place;
}

/** From a draft to a table: creates a guest if need be, then the table, and starts it if nobody is missing. */
import { call } from "../app/api";
import { laidOut } from "../app/boards";
import { full, newTable, type Draft } from "./draft";
import { person } from "../app/me.svelte";

/** The table's id. A board without a layout gets one first, and the table keeps it; `told` gets the progress. */
export async function make(draft: Draft, told: (progress: number) => void): Promise<string> {
  await person.be();
  await laidOut(draft.board, told);
  const { id } = await call("POST /api/tables", { body: newTable(draft) });
  if (full(draft)) await start(id);
  return id;
}

/** If it cannot start now, the table's own page says why and has the button. */
async function start(place: string): Promise<void> {
  const path = { place };
  const { n } = await call("GET /api/tables/{place}", { path });
  await call("POST /api/tables/{place}/commands", {
    path,
    body: { do: "start", id: noise(12), version: n, entropy: noise(24) },
  });
}

/** Random letters, mixed into the luck of the game. */
export function noise(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join("");
}

/** Which lines of chat nobody on this device has seen yet. */
import type { Table } from "../app/table.svelte";
import type { Chat } from "../protocol";
import { heard } from "./mutes.svelte";

export class Unread {
  /** The number of the last line that was shown; what was said before the page was opened counts as seen. */
  #seen = $state(-1);

  constructor(readonly table: Table) {
    this.see();
  }

  /** How many lines of others are new. */
  get count(): number {
    return this.#lines.length;
  }

  /** The newest of them. */
  get latest(): Chat | null {
    return this.#lines.at(-1) ?? null;
  }

  get #lines(): readonly Chat[] {
    const { table } = this;
    return heard(table.chat).filter((line) => line.number > this.#seen && line.player !== table.you?.player);
  }

  /** All lines are on the screen now. */
  see(): void {
    this.#seen = Math.max(this.#seen, ...this.table.chat.map((line) => line.number));
  }
}

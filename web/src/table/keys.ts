/** Keyboard shortcuts at a table, where nothing else uses the keys. */
import type { TableSession } from "./session.svelte";

/** Elements that take text: letters typed there are no shortcuts. */
export const TYPING = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=option], [role=button]";

export function keyed(session: TableSession, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING) || target?.closest("dialog")) return;
  if (event.key === "Escape") session.back();
  else if (event.key === "Enter" && !target?.closest(PRESSED) && session.enter) session.enter();
  else if (/^[1-9]$/.test(event.key) && session.options.length) session.options[Number(event.key) - 1]?.();
  else if (event.key === "d") session.draw(null);
  else if (event.key === "t") session.tickets();
  else if (event.key === "c") session.claims();
  else if (event.key === "g" && session.table.choices?.give_up) void session.act("give up");
  else if (event.key === "h" && session.table.lesson === null) session.panel = session.panel === "hint" ? null : "hint";
  else return;
  event.preventDefault();
}

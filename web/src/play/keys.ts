/** What keys do at a table, where nothing else has the use of them. */
import type { Desk } from "./desk.svelte";

/** Where letters are written and do nothing else. */
export const TYPING = "input, textarea, select, [contenteditable]";
const PRESSED = "button, a, summary, [role=option], [role=button]";

export function keyed(desk: Desk, event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING) || target?.closest("dialog")) return;
  if (event.key === "Escape") desk.back();
  else if (event.key === "Enter" && !target?.closest(PRESSED) && desk.enter) desk.enter();
  else if (/^[1-9]$/.test(event.key) && desk.options.length) desk.options[Number(event.key) - 1]?.();
  else if (event.key === "d") desk.draw(null);
  else if (event.key === "t") desk.tickets();
  else if (event.key === "g" && desk.table.choices?.give_up) void desk.act("give up");
  else if (event.key === "h") desk.panel = desk.panel === "hint" ? null : "hint";
  else return;
  event.preventDefault();
}

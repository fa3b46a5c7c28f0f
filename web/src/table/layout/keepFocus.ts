/** Keeps the focus where it was when a resized window switches to the other layout. */
import { tick } from "svelte";

/** Attributes that identify a thing in both layouts, such as the card or ticket of a button. */
const NAMES = ["id", "data-hand", "data-market", "data-deck", "data-ticket", "data-pay", "data-sit", "data-hint"];

/** How to find the same thing again, or null. */
export function sameThing(element: Element): string | null {
  const name = NAMES.find((one) => element.hasAttribute(one));
  return name === undefined ? null : `[${name}=${CSS.escape(element.getAttribute(name) ?? "")}]`;
}

/** Called before the layout changes; afterwards focuses the same thing, if the other layout shows it. */
export function keepFocus(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return;
  const same = sameThing(focused);
  void tick().then(() => {
    if (document.activeElement !== document.body) return;
    const found = focused.isConnected ? focused : same && document.querySelector<HTMLElement>(same);
    if (found) found.focus({ preventScroll: true });
  });
}

/** The focus stays where it was when a window that is made smaller or larger gets the other layout. */
import { tick } from "svelte";

/** Attributes by which a thing is known in both layouts, such as the card or the ticket that a button stands for. */
const NAMES = ["id", "data-hand", "data-market", "data-deck", "data-ticket", "data-pay", "data-sit", "data-hint"];

/** How to find the same thing again, or null. */
export function sameThing(element: Element): string | null {
  const name = NAMES.find((one) => element.hasAttribute(one));
  return name === undefined ? null : `[${name}=${CSS.escape(element.getAttribute(name) ?? "")}]`;
}

/** Called before the layout changes: afterwards the same thing has the focus, if the other layout shows it. */
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

/**
 * Dragging cards from the hand to a route. The map says which route is under them; a drop picks that route, or says
 * why it cannot be claimed, and never pays. Uses pointer events only, so fingers and mice work the same.
 */
import type { Letter } from "../ui/cards";
import type { TableSession } from "./session.svelte";

/** How far a pointer moves before it drags, in pixels: a shaky tap is still a tap. */
const SLOP = { mouse: 5, touch: 10 };

interface Given {
  session: TableSession;
  letter: Letter;
}

/** For a card in the hand. */
export function draggable(card: HTMLElement, given: Given): { update(next: Given): void; destroy(): void } {
  let { session, letter } = given;
  let start: { id: number; x: number; y: number; slop: number } | null = null;
  let dragging = false;

  function end(): void {
    start = null;
    dragging = false;
    session.picked.dragged = null;
    session.picked.aim = null;
    removeEventListener("pointermove", moved);
    removeEventListener("keydown", keyed, true);
  }

  function pressed(event: PointerEvent): void {
    if (start !== null || event.button !== 0 || session.hidden || !session.table.own?.hand[letter]) return;
    card.removeEventListener("click", unclicked, true); // this press has a click of its own
    const slop = SLOP[event.pointerType === "mouse" ? "mouse" : "touch"];
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, slop };
    // a fast mouse has left the card before its first move event
    addEventListener("pointermove", moved);
    addEventListener("pointerup", released);
    addEventListener("pointercancel", released);
  }

  function moved(event: PointerEvent): void {
    if (start === null || event.pointerId !== start.id) return;
    const { clientX: x, clientY: y } = event;
    if (!dragging) {
      if (Math.hypot(x - start.x, y - start.y) < start.slop) return;
      dragging = true;
      session.picked.clear();
      // nothing else reacts to the pointer during a drag; a synthetic pointer cannot be captured
      if (event.isTrusted) card.setPointerCapture(event.pointerId);
      addEventListener("keydown", keyed, true);
      card.addEventListener("click", unclicked, { capture: true, once: true });
    }
    session.picked.dragged = { card: letter, x, y };
  }

  function released(event: PointerEvent): void {
    removeEventListener("pointerup", released);
    removeEventListener("pointercancel", released);
    // a click follows only if the pointer is still on the card; a later click is another one
    setTimeout(() => card.removeEventListener("click", unclicked, true));
    if (start === null) return;
    const { aim } = session.picked;
    const fell = dragging && event.type === "pointerup" ? aim : null;
    end();
    if (fell) session.route(fell.route, fell.pays ? letter : null);
  }

  /** Ignores the click at the end of a drag. */
  function unclicked(event: MouseEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function keyed(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
  }

  card.addEventListener("pointerdown", pressed);
  return {
    update: (next) => ({ session, letter } = next),
    destroy() {
      if (start !== null) end();
      removeEventListener("pointerup", released);
      removeEventListener("pointercancel", released);
      card.removeEventListener("pointerdown", pressed);
    },
  };
}

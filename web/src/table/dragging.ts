/**
 * Cards dragged from the hand to a route. The map says what they would fall on; a drop picks that route, or says why
 * it cannot be, and never pays. Pointer events alone, so a finger does it as a mouse does.
 */
import type { Letter } from "../ui/cards";
import type { TableSession } from "./session.svelte";

/** How far a pointer goes before it drags, in pixels: a tap that trembles is a tap. */
const SLOP = { mouse: 5, touch: 10 };

interface Given {
  session: TableSession;
  letter: Letter;
}

/** For a card of the hand. */
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
    const slop = SLOP[event.pointerType === "mouse" ? "mouse" : "touch"];
    start = { id: event.pointerId, x: event.clientX, y: event.clientY, slop };
    // a quick mouse has left the card before it moves for the first time
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
      // nothing else answers to the pointer on its way; one that a script made up cannot be captured
      if (event.isTrusted) card.setPointerCapture(event.pointerId);
      addEventListener("keydown", keyed, true);
      card.addEventListener("click", unclicked, { capture: true, once: true });
    }
    session.picked.dragged = { card: letter, x, y };
  }

  function released(event: PointerEvent): void {
    removeEventListener("pointerup", released);
    removeEventListener("pointercancel", released);
    // a click comes only if the pointer is still on the card; what comes later is another one
    setTimeout(() => card.removeEventListener("click", unclicked, true));
    if (start === null) return;
    const { aim } = session.picked;
    const fell = dragging && event.type === "pointerup" ? aim : null;
    end();
    if (fell) session.route(fell.route, fell.pays ? letter : null);
  }

  /** The click at the end of a drag is no click. */
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

/** Fingers, mouse and wheel on a map: they move its camera, or tap. */
import type { Camera } from "./camera";

export interface Gestures {
  /** A tap or click that moved nothing; true if something was there. */
  tap(x: number, y: number, touch: boolean): boolean;
  /** A finger has rested on the map for a while without moving it; no tap follows. */
  held(): void;
  /** The mouse rests over a point; null once it has left. */
  hover(at: { x: number; y: number } | null): void;
  /** A drag or pinch began or ended. */
  moving(on: boolean): void;
  /** Milliseconds a zoom step may take. */
  pace(): number;
}

/** Milliseconds after which a press is a long one. */
const LONG = 500;
const SLOP = { mouse: 4, touch: 9 };

export function gestures(surface: HTMLElement, camera: Camera, told: Gestures): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number; touch: boolean } | null = null;
  let dragging = false;
  /** Whether the press has been a long one. */
  let held = false;
  let long: ReturnType<typeof setTimeout> | undefined;
  let lastTap = { x: 0, y: 0, at: -Infinity };

  let box = surface.getBoundingClientRect();
  const place = (event: MouseEvent): { x: number; y: number } => {
    // reading it while the map moves would force a layout with every event
    if (!dragging) box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const middle = (): { x: number; y: number; spread: number } => {
    const all = [...down.values()];
    const x = all.reduce((sum, point) => sum + point.x, 0) / all.length;
    const y = all.reduce((sum, point) => sum + point.y, 0) / all.length;
    const spread = all.reduce((sum, point) => sum + Math.hypot(point.x - x, point.y - y), 0) / all.length;
    return { x, y, spread };
  };

  function pressed(event: PointerEvent): void {
    if (event.button !== 0 && event.pointerType === "mouse") return;
    camera.stop();
    const at = place(event);
    down.set(event.pointerId, at);
    if (down.size === 1) {
      start = { ...at, touch: event.pointerType !== "mouse" };
      dragging = held = false;
      if (start.touch) long = setTimeout(hold, LONG);
    } else begin(event);
  }

  function hold(): void {
    held = true;
    told.held();
  }

  function begin(event: PointerEvent): void {
    clearTimeout(long);
    if (dragging) return;
    dragging = true;
    for (const id of down.keys()) if (event.isTrusted) surface.setPointerCapture(id);
    told.hover(null);
    told.moving(true);
  }

  function moved(event: PointerEvent): void {
    const before = down.get(event.pointerId);
    const at = place(event);
    if (before === undefined) {
      if (event.pointerType === "mouse") told.hover(at);
      return;
    }
    if (!dragging) {
      const slop = start?.touch ? SLOP.touch : SLOP.mouse;
      if (start && Math.hypot(at.x - start.x, at.y - start.y) < slop) return;
      begin(event);
    }
    const was = middle();
    down.set(event.pointerId, at);
    const now = middle();
    camera.pan(now.x - was.x, now.y - was.y);
    if (down.size > 1 && was.spread > 0) camera.zoom(now.spread / was.spread, now.x, now.y);
  }

  function released(event: PointerEvent): void {
    clearTimeout(long);
    if (!down.delete(event.pointerId)) return;
    if (down.size > 0) return;
    if (dragging) {
      dragging = false;
      told.moving(false);
      return;
    }
    if (event.type !== "pointerup" || start === null || held) return;
    const { x, y, touch } = start;
    const again = event.timeStamp - lastTap.at < 320 && Math.hypot(x - lastTap.x, y - lastTap.y) < 28;
    const found = told.tap(x, y, touch);
    lastTap = { x, y, at: found || again ? -Infinity : event.timeStamp };
    if (!found && again) {
      camera.fitted = false;
      camera.go(camera.zoomed(event.shiftKey ? 0.5 : 2, x, y), told.pace());
    }
  }

  /** No click follows a touch: it would hit the pay button of the sheet that the tap has just opened. */
  function untouched(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault();
  }

  function wheeled(event: WheelEvent): void {
    event.preventDefault();
    camera.stop();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // a pinch on a touchpad comes as a wheel with Ctrl, in smaller steps
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    const { x, y } = place(event);
    told.moving(true);
    camera.zoom(Math.exp(-event.deltaY * lines * speed), x, y);
  }

  const left = (event: PointerEvent): void => {
    if (!down.has(event.pointerId)) told.hover(null);
  };
  surface.addEventListener("pointerdown", pressed);
  surface.addEventListener("pointermove", moved);
  surface.addEventListener("pointerup", released);
  surface.addEventListener("pointercancel", released);
  surface.addEventListener("pointerleave", left);
  surface.addEventListener("wheel", wheeled, { passive: false });
  surface.addEventListener("touchend", untouched, { passive: false });
  return () => {
    clearTimeout(long);
    surface.removeEventListener("pointerdown", pressed);
    surface.removeEventListener("pointermove", moved);
    surface.removeEventListener("pointerup", released);
    surface.removeEventListener("pointercancel", released);
    surface.removeEventListener("pointerleave", left);
    surface.removeEventListener("wheel", wheeled);
    surface.removeEventListener("touchend", untouched);
  };
}

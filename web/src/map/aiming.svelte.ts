/** Cards dragged over the map look for a route to drop on; near an edge the map scrolls under them. */
import { untrack } from "svelte";
import type { Choices } from "../protocol";
import type { Camera } from "./camera/camera";
import { pulling } from "./camera/edgeScroll";
import { aimAt, REACH } from "./dropTarget";
import { payableWith } from "./claimable";
import type { Box } from "./paint/routeShapes";
import { routesNear, type Scene } from "./scene";
import type { Selection } from "./selection.svelte";

export interface Dropped {
  picked: Selection;
  choices: Choices | null;
  surface: HTMLElement | undefined;
  camera: Camera;
  scene: Scene;
}

/** Called once by the map: follows the drag and sets `picked.aim` to the route under it. */
export function aiming(given: () => Dropped, pan: (dx: number, dy: number) => void): void {
  const payable = $derived.by(() => {
    const { choices, picked } = given();
    return payableWith(choices?.claim ?? {}, picked.dragged?.card ?? " ");
  });
  const dragging = $derived(given().picked.dragged !== null);

  /** Where the cards are on the map, in pixels; null outside. */
  function over(): { x: number; y: number; room: Box } | null {
    const { picked, surface, camera } = given();
    const [dragged, box, room] = [picked.dragged, surface?.getBoundingClientRect(), camera.room];
    if (!dragged || !box) return null;
    const [x, y] = [dragged.x - box.left, dragged.y - box.top];
    return x > room[0] && x < room[2] && y > room[1] && y < room[3] ? { x, y, room } : null;
  }
  function aim(): void {
    const { picked, camera, scene } = given();
    const at = over();
    const px = 1 / camera.view.scale;
    const found = at && aimAt(routesNear(scene, ...camera.toPlan(at.x, at.y), REACH * px), payable, px);
    untrack(() => {
      if (found?.route !== picked.aim?.route || found?.pays !== picked.aim?.pays) picked.aim = found;
    });
  }
  $effect(aim);
  $effect(() => {
    if (!dragging) return;
    return pulling(over, (dx, dy) => {
      pan(dx, dy);
      aim();
    });
  });
}

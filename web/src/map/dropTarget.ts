/** Which route dragged cards would be dropped on: never one that was not meant. */
import type { Aim } from "./selection.svelte";
import type { Near } from "./scene";

/** How far, in pixels, a route may be from the pointer to be meant: one that can be paid, one that cannot. */
export const REACH = 30;
const REACH_BARRED = 10;

/**
 * On a space, that space's route is meant. Beside all spaces, it is the nearest that can be paid; one that
 * cannot is meant only if the pointer nearly touches it. `near` is sorted, `px` is the number of units per pixel.
 */
export function aimAt(near: readonly Near[], payable: ReadonlySet<string>, px: number): Aim | null {
  const [first] = near;
  if (!first) return null;
  const told = ([, route]: Near): Aim => ({ route, pays: payable.has(route) });
  const on = near.filter(([far]) => far === 0);
  const pays = (on.length ? on : near).find(([far, route]) => far <= REACH * px && payable.has(route));
  if (pays) return told(pays);
  return first[0] <= REACH_BARRED * px ? told(first) : null;
}

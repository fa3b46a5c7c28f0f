/** What can be felt: only devices held in the hand vibrate, and one switch turns it off. */
import { settings } from "../../app/settings.svelte";

export function canVibrate(): boolean {
  return "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;
}

export function vibrate(pattern: number | number[]): void {
  // browsers refuse, and complain, before the page was touched
  if (settings.vibration && canVibrate() && navigator.userActivation.hasBeenActive) navigator.vibrate(pattern);
}

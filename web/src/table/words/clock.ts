/** A player's time as it is shown: minutes and seconds for live games, days and hours for those by days. */
import type { Clock, TimeLeft } from "../../protocol";

export interface Shown {
  left: number;
  runs: boolean;
}

const DAY = 86_400_000;

/** The time that every turn brings, in milliseconds. */
function turnTime(rules: Clock | undefined): number {
  if (rules?.kind === "live") return rules.turn * 1000;
  return rules?.kind === "days" ? rules.days * DAY : 0;
}

/** Milliseconds left, on the server's clock; for a seat that waits, what it would have if its turn came now. */
export function timeLeft(clock: TimeLeft, now: number, rules?: Clock): Shown {
  if (clock.deadline === null) return { left: clock.bank + turnTime(rules), runs: false };
  return { left: Math.max(0, clock.deadline - now), runs: true };
}

/** Which part of a seat's whole time is left, from 0 to 1; 1 without a clock. */
export function shareLeft(left: number, rules: Clock | undefined): number {
  const whole = turnTime(rules) + (rules?.kind === "live" ? rules.bank * 1000 : 0);
  return whole > 0 ? Math.min(1, left / whole) : 1;
}

/** From here on there is no time for thinking, in milliseconds. */
export const HURRY = 10_000;

/** How pressing the time is: a quarter of it is left, or only seconds. */
export function pressing(left: number, rules: Clock | undefined): "" | "low" | "out" {
  if (left <= HURRY) return "out";
  return shareLeft(left, rules) < 0.25 ? "low" : "";
}

export interface Parts {
  unit: "minutes" | "hours" | "days";
  text: string;
  days: number;
  hours: number;
}

export function parts(left: number): Parts {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const days = Math.floor(hours / 24);
  if (days > 0) return { unit: "days", text: "", days, hours: hours % 24 };
  const two = (value: number) => String(value).padStart(2, "0");
  if (hours > 0)
    return { unit: "hours", text: `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`, days, hours };
  return { unit: "minutes", text: `${Math.floor(seconds / 60)}:${two(seconds % 60)}`, days, hours };
}

/** The marks at which a player is warned of the end of their time, in seconds; the last ones are counted down. */
const MARKS = [30, 10, 5, 4, 3, 2, 1] as const;

/** The mark that time has just passed on its way from `before` to `after`, both in milliseconds. */
export function markPassed(before: number, after: number): number | null {
  return MARKS.findLast((mark) => before > mark * 1000 && after <= mark * 1000) ?? null;
}

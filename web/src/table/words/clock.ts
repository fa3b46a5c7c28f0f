/** A player's time as it is shown: minutes and seconds for live games, days and hours for those by days. */
import type { TimeLeft } from "../../protocol";

export interface Shown {
  left: number;
  runs: boolean;
}

/** Milliseconds left, on the server's clock. */
export function timeLeft(clock: TimeLeft, now: number): Shown {
  if (clock.deadline === null) return { left: clock.bank, runs: false };
  return { left: Math.max(0, clock.deadline - now), runs: true };
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

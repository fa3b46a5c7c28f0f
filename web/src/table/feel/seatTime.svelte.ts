/** The time of a seat, kept up to date while it runs. */
import { t } from "../../i18n/index.svelte";
import type { TableSession } from "../session.svelte";
import { parts, pressing, shareLeft, timeLeft } from "../words/clock";
import { ticking, time } from "./now.svelte";

export interface SeatTime {
  /** "3:36", or "2 d 4 h"; nothing without a clock. */
  readonly text: string;
  readonly runs: boolean;
  /** Which part of it is left, from 0 to 1. */
  readonly share: number;
  readonly pressing: "" | "low" | "out";
}

/** A ring of this many parts is fine enough for the eye, and changes no more often than it must. */
const PARTS = 240;

/** Called once by a component that shows the time of a seat. */
export function seatTime(given: () => { session: TableSession; seat: number }): { readonly now: SeatTime } {
  const rules = $derived(given().session.table.info?.clock);
  const clock = $derived(given().session.table.position?.clocks[given().seat]);
  const runs = $derived(clock?.deadline != null && !given().session.table.over);
  $effect(() => (runs ? ticking() : undefined));
  const left = $derived.by(() => {
    if (!clock) return null;
    return timeLeft(clock, runs ? time() + given().session.table.skew : 0, rules).left;
  });
  const text = $derived.by(() => {
    if (left === null) return "";
    const { unit, text, days, hours } = parts(left);
    return unit === "days" ? t("panels.days-hours", { days, hours }) : text;
  });
  const share = $derived(left === null ? 1 : Math.round(shareLeft(left, rules) * PARTS) / PARTS);
  const urgent = $derived(left === null ? "" : pressing(left, rules));
  return {
    get now() {
      return { text, runs, share, pressing: urgent };
    },
  };
}

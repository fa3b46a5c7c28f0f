/** Time that runs out is told, heard and felt, wherever on the page the player looks. */
import { untrack } from "svelte";
import { t } from "../../i18n/index.svelte";
import type { TableSession } from "../session.svelte";
import { markPassed } from "../words/clock";
import { ticking, time } from "./now.svelte";
import * as sound from "./sound";
import { vibrate } from "./vibration";

/** Below this mark, in seconds, there is no time for reading. */
const WORDS = 10;

/** Called once by a table: watches the clocks of its own seats. */
export function warnOfTime(session: TableSession): void {
  const { table } = session;
  /** When the time of the first of my seats runs out. */
  const deadline = $derived.by(() => {
    if (table.over) return null;
    const mine = table.mine.filter((seat) => !table.seats[seat]?.away);
    const ends = mine.flatMap((seat) => table.position?.clocks[seat]?.deadline ?? []);
    return ends.length > 0 ? Math.min(...ends) : null;
  });
  $effect(() => (deadline === null ? undefined : ticking()));

  let before: { deadline: number | null; left: number } = { deadline: null, left: 0 };
  $effect(() => {
    if (deadline === null) return;
    const left = deadline - time() - table.skew;
    const mark = before.deadline === deadline ? markPassed(before.left, left) : null;
    before = { deadline, left };
    if (mark !== null) untrack(() => warn(session, mark));
  });
}

function warn(session: TableSession, seconds: number): void {
  sound.timeRunsOut(seconds);
  vibrate(seconds > WORDS ? 120 : seconds === WORDS ? [160, 90, 160] : 60);
  if (seconds >= WORDS) session.tell(t("panels.seconds-left", { n: seconds }));
}

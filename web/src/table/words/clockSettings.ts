/** The clock of a table in words. */
import { t } from "../../i18n/index.svelte";
import type { Clock } from "../../protocol";

export function clockWords(clock: Clock | undefined): string {
  if (clock?.kind === "live") return t("panels.clock-live", { bank: Math.round(clock.bank / 60), turn: clock.turn });
  if (clock?.kind === "days") return t("panels.clock-days", { n: clock.days });
  return t("panels.clock-none");
}

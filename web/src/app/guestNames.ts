/** Friendly names for guests who have not entered one: a pair of words in the page's language. */
import { t } from "../i18n/index.svelte";

export function friendlyName(chance: () => number = Math.random): string {
  return `${pick(t("guest.first"), chance)} ${pick(t("guest.second"), chance)}`;
}

function pick(words: string, chance: () => number): string {
  const each = words.split(", ");
  return each[Math.floor(chance() * each.length)] ?? "";
}

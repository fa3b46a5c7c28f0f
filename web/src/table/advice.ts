/** What a bot thinks of the legal actions, cut down to what a person wants to read. */
import { t } from "../i18n/index.svelte";
import type { Advice } from "../protocol";

/** The best few distinct actions: of several payments for the same thing only the best is listed. */
export function bestFew(advice: readonly Advice[], most: number): Advice[] {
  const found = new Map<string, Advice>();
  for (const one of advice) {
    const [verb = "", what = ""] = one.action.split(" ");
    const deed = verb === "claim" || verb === "station" ? `${verb} ${what}` : one.action;
    if (!found.has(deed)) found.set(deed, one);
    if (found.size === most) break;
  }
  return [...found.values()];
}

/** A bot gives an action that it rules out a huge negative value; from here on the number means nothing. */
const FAR = 100;

/** What an action is worth compared with the best, in words. */
export function worthWords(value: number): string {
  const n = Math.round(-value * 10) / 10;
  if (n >= FAR) return t("hint.far-less");
  if (n > 0) return t("hint.less", { n });
  return value < 0 ? t("hint.equal") : t("hint.best");
}

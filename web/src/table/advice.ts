/** What a bot thinks of the legal actions, cut down to what a person wants to read. */
import { t } from "../i18n/index.svelte";
import type { Advice } from "../protocol";

/** The best few that differ in what is done: of the payments for one thing the best stands for all. */
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

/** A bot that will hear nothing of an action gives it a number that says nothing. */
const FAR = 100;

/** What an action is worth against the best, in words. */
export function worthWords(value: number): string {
  const n = Math.round(-value * 10) / 10;
  if (n >= FAR) return t("hint.far-less");
  if (n > 0) return t("hint.less", { n });
  return value < 0 ? t("hint.equal") : t("hint.best");
}

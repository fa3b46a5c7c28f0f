/** What bots are called and like: those that are known by name in the language in use, others as the server says. */
import { has, t } from "../i18n/index.svelte";
import type { BotInfo, SeatInfo } from "../protocol";

export function botName(name: string): string {
  const key = `bot.${name}`;
  return has(key) ? t(key) : name;
}

/** What a bot's seat is called: its name and, where it has several seats, a number. */
export function botSeatName(name: string): string {
  return name.replace(/^.*?(?= \d+$|$)/, botName);
}

/** What a seat is called in the language in use; people's names are theirs. */
export function seatName({ plan, name }: Pick<SeatInfo, "plan" | "name">): string | null {
  return plan.for === "bot" && name !== null ? botSeatName(name) : name;
}

export function botAbout(name: string, bots: readonly BotInfo[]): string {
  const key = `bot.${name}.about`;
  return has(key) ? t(key) : (bots.find((bot) => bot.name === name)?.about ?? "");
}

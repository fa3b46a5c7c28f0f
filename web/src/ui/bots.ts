/** Names and descriptions of bots: known ones in the current language, others as the server gives them. */
import { has, worded } from "../i18n/index.svelte";
import type { BotInfo, SeatInfo } from "../protocol";

export function botName(name: string): string {
  const key = `bot.${name}`;
  return has(key) ? worded(key) : name;
}

/** The name of a bot's seat: the bot's name and, if it has several seats, a number. */
export function botSeatName(name: string): string {
  return name.replace(/^.*?(?= \d+$|$)/, botName);
}

/** What a seat is called in the language in use; people's names are theirs. */
export function seatName({ plan, name }: Pick<SeatInfo, "plan" | "name">): string | null {
  return plan.for === "bot" && name !== null ? botSeatName(name) : name;
}

export function botAbout(name: string, bots: readonly BotInfo[]): string {
  const key = `bot.${name}.about`;
  return has(key) ? worded(key) : (bots.find((bot) => bot.name === name)?.about ?? "");
}

/** Who bots are: those who play at a level have names and faces; other bots are called as the server gives them. */
import { has, shownLanguage, t, worded } from "../i18n/index.svelte";
import type { BotInfo, SeatInfo } from "../protocol";
import { CHARACTERS } from "./characters";

/** Seconds that a bot waits before it moves; what a server calls usual is close to "usual". */
export const BOT_PACES = { fast: 0.3, usual: 1.5, slow: 4 } as const;

export type Character = (typeof CHARACTERS)[string][number];

/** What a bot plays like, in a word: "Medium", "Greedy". */
export function botName(bot: string): string {
  const key = `bot.${bot}`;
  return has(key) ? worded(key) : bot;
}

/** Behind the name of a bot's seat: "bot · medium"; a bot without a character is named by its kind already. */
export function botNote(bot: string): string {
  return characterOf(bot) ? t("panels.bot", { bot: botLevel(bot) }) : t("panels.bot-plain");
}

function botLevel(bot: string): string {
  return botName(bot).toLocaleLowerCase(shownLanguage());
}

/** Who sits on a bot's seat, by the seat's name as the server gives it: "medium", "medium 2". */
export function characterOf(name: string): Character | undefined {
  const [, bot = "", number = "1"] = /^(.*?)(?: (\d+))?$/.exec(name) ?? [];
  return CHARACTERS[bot]?.[Number(number) - 1];
}

/** The id of somebody's face, by the name of a seat or by that very id. */
export function faceOf(bot: string): string | undefined {
  const people = Object.values(CHARACTERS).flat();
  return characterOf(bot)?.id ?? people.find(({ id }) => id === bot)?.id;
}

/** The name of a bot's seat: a person's, or the bot's name and, if it has several seats, a number. */
export function botSeatName(name: string): string {
  const person = characterOf(name);
  if (person === undefined) return name.replace(/^.*?(?= \d+$|$)/, botName);
  return person.title === "mr" ? t("bot.mr", { name: person.name }) : person.name;
}

/** A bot among those to choose from, by its seat's name: "Nora · medium", "Bot: Greedy". */
export function botOption(name: string): string {
  const bot = botInName(name) ?? name;
  if (characterOf(name)) return t("lobby.seat-person", { name: botSeatName(name), level: botLevel(bot) });
  return t("lobby.seat-bot", { name: botName(bot) });
}

/** The bot of a seat by the seat's name, if it is one that we know. */
export function botInName(name: string): string | null {
  const bot = name.replace(/ \d+$/, "");
  return has(`bot.${bot}`) ? bot : null;
}

/** What a seat is called in the language in use; people's names are theirs. */
export function seatName({ plan, name }: Pick<SeatInfo, "plan" | "name">): string | null {
  return plan.for === "bot" && name !== null ? botSeatName(name) : name;
}

/** The name that the server gives to a bot's seat; null for people's seats. */
export function botOfSeat(seats: readonly Pick<SeatInfo, "plan">[], place: number): string | null {
  const bots = seats.map(({ plan }) => (plan.for === "bot" ? plan.bot : null));
  const bot = bots[place] ?? null;
  if (bot === null) return null;
  return numbered(bot, bots.slice(0, place + 1).filter((other) => other === bot).length);
}

/** A bot's seat, the `n`th of those that it has. */
export function numbered(bot: string, n: number): string {
  return `${bot} ${n}`;
}

/** How a bot plays: "conductor · Plans her tickets; you can surprise her." */
export function botAbout(bot: string, bots: readonly BotInfo[]): string {
  const [about, role] = [`bot.${bot}.about`, `bot.${bot}.role`];
  if (!has(about)) return bots.find(({ name }) => name === bot)?.about ?? "";
  return has(role) ? `${worded(role)} · ${worded(about)}` : worded(about);
}

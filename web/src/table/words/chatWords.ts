/** A line of chat in words: as it was typed, or what its emote says. */
import { has, worded } from "../../i18n/index.svelte";
import type { Chat } from "../../protocol";

export function chatWords({ text, emote }: Chat): string {
  const key = `panels.emote.${emote}`;
  return text ?? (has(key) ? worded(key) : (emote ?? ""));
}

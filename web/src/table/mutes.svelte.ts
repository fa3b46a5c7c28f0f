/** Players this one has muted, at every table. */
import { call } from "../app/api";
import type { Chat } from "../protocol";

const mutes = $state<{ of: readonly string[] }>({ of: [] });

export async function loadMutes(): Promise<void> {
  mutes.of = await call("GET /api/mutes", {}).catch(() => []);
}

export function isMuted(player: string): boolean {
  return mutes.of.includes(player);
}

export async function mute(player: string, on: boolean): Promise<void> {
  const path = { handle: player };
  if (on) await call("PUT /api/mutes/{handle}", { path });
  else await call("DELETE /api/mutes/{handle}", { path });
  mutes.of = on ? [...mutes.of, player] : mutes.of.filter((one) => one !== player);
}

export function heard(chat: readonly Chat[]): readonly Chat[] {
  return mutes.of.length ? chat.filter((line) => !isMuted(line.player)) : chat;
}

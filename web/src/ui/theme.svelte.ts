/** The current theme, for what CSS cannot reach: pictures drawn by the server. */
import { MediaQuery } from "svelte/reactivity";
import { settings } from "../app/settings.svelte";

const dark = new MediaQuery("(prefers-color-scheme: dark)");

export function theme(): "light" | "dark" | "contrast" {
  return settings.theme === "auto" ? (dark.current ? "dark" : "light") : settings.theme;
}

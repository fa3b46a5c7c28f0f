/** Preferences of this device; they need no account. */
import type { Language } from "../i18n/index.svelte";

export interface Settings {
  language: Language | "auto";
  theme: "auto" | "light" | "dark" | "contrast";
  /** Symbols on colours. */
  symbols: boolean;
  confirm: "always" | "touch" | "never";
  /** 0 is no animation, 1 is normal, 2 is slow. */
  speed: number;
  sounds: boolean;
  /** Whether things are explained when they are first met in a game. */
  tips: boolean;
  /** Whether a device that can vibrate does so when time runs out. */
  vibration: boolean;
  /** Scale of the text; 1 is normal. */
  text: number;
}

const KEY = "kolej.settings";
const USUAL: Settings = {
  language: "auto",
  theme: "auto",
  symbols: true,
  confirm: "touch",
  speed: 1,
  sounds: true,
  tips: true,
  vibration: true,
  text: 1,
};

function stored(): Settings {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings: Settings = $state(stored());

/** Save the settings and apply them to the page; called once, from an effect root. */
export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a private window may refuse storage; then they last as long as the page
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset["theme"] = settings.theme === "auto" ? (dark ? "dark" : "light") : settings.theme;
  root.dataset["symbols"] = settings.symbols ? "on" : "off";
  root.style.setProperty("--speed", String(reducedMotion() ? 0 : settings.speed));
  root.style.fontSize = `${settings.text * 100}%`;
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

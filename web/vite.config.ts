import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vitest/config";

/** The built client goes into the Python package, which serves it; addresses are relative to the site's base. */
export default defineConfig({
  base: "./",
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/kolej/server/client",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8400", ws: true }, "/health": "http://127.0.0.1:8400" } },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/setup.ts"], pool: "threads", isolate: false },
});

/** Tells the service worker what the shell consists of; its version changes with any of the names. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => /\.(js|css)$/.test(name))
        .sort();
      const version = createHash("sha256").update(files.join()).digest("hex").slice(0, 12);
      const source = readFileSync(new URL("sw.js", import.meta.url), "utf-8")
        .replace('"%FILES%"', JSON.stringify(files))
        .replace('"%TURN%"', JSON.stringify(turnInWords()))
        .replace("%VERSION%", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

/** What a notification says, by language: a worker has no catalogue of its own. */
function turnInWords(): { [language: string]: string } {
  const texts = new URL("src/i18n/", import.meta.url);
  const languages = readdirSync(texts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(
    languages.map(({ name }) => {
      const catalogue = JSON.parse(readFileSync(new URL(`${name}/texts.json`, texts), "utf-8")) as {
        "panels.your-turn-short": string;
      };
      return [name, catalogue["panels.your-turn-short"]];
    }),
  );
}

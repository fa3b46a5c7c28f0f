import { describe, expect, test } from "vitest";

/** Who may import whom: a row may import itself and the rows below it. What begins with the longest name counts. */
const LAYERS = [
  ["app/App.svelte", "app/main.ts", "app/serviceWorker.ts"],
  ["lobby/", "learn/", "table/", "replay/"],
  ["map/"],
  ["app/", "ui/", "i18n/", "protocol/", "style/"],
];

const SRC = "../src/";
const texts = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const known = new Set(Object.keys(import.meta.glob("../src/**/*")).map((path) => path.slice(SRC.length)));

/** Imports and exports from a file of ours; those of types only; those that wait until they are asked for. */
const IMPORT = /(?:import|export)\s+(type\s+)?(?:[\w*{][^"';]*?\sfrom\s+)?"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g;

interface Import {
  from: string;
  to: string;
  /** Whether it is carried out when the file is loaded; others cannot close a cycle. */
  atOnce: boolean;
}

function resolved(from: string, target: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of target.replace(/\?\w+$/, "").split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  const path = parts.join("/");
  return (
    [path, `${path}.ts`, `${path}.svelte`, `${path}/index.ts`, `${path}/index.svelte.ts`].find((name) =>
      known.has(name),
    ) ?? path
  );
}

const all: Import[] = Object.entries(texts).flatMap(([path, text]) => {
  const from = path.slice(SRC.length);
  return [...text.matchAll(IMPORT)].map(([, type, target, later]) => ({
    from,
    to: resolved(from, target ?? later ?? ""),
    atOnce: type === undefined && later === undefined,
  }));
});

function layer(file: string): number {
  const length = (row: string[]) =>
    Math.max(0, ...row.filter((name) => file.startsWith(name)).map((name) => name.length));
  const longest = Math.max(...LAYERS.map(length));
  return longest === 0 ? -1 : LAYERS.findIndex((row) => length(row) === longest);
}

/** A chain of files that ends where it began, or null. */
function cycle(): string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, to, atOnce } of all) if (atOnce) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, above: string[]): string[] | null => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return null;
    done.add(file);
    for (const to of next.get(file) ?? []) {
      const found = visit(to, [...above, file]);
      if (found) return found;
    }
    return null;
  };
  for (const file of next.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return null;
}

describe("imports of the web client", () => {
  test("every import of a file of ours finds it", () => {
    expect(all.length).toBeGreaterThan(known.size);
    expect(all.filter(({ to }) => !known.has(to))).toEqual([]);
  });

  test("every file of ours is used by another", () => {
    const used = new Set([...all.map(({ to }) => to), "app/main.ts"]);
    expect(Object.keys(texts).filter((path) => !used.has(path.slice(SRC.length)))).toEqual([]);
  });

  test("every folder stands in a layer", () => {
    expect([...known].filter((file) => layer(file) < 0)).toEqual([]);
  });

  test("imports go down, never up", () => {
    const up = all.filter(({ from, to }) => layer(to) < layer(from));
    expect(up.map(({ from, to }) => `${from} -> ${to}`)).toEqual([]);
  });

  test("no file imports itself by way of others", () => {
    expect(cycle()).toBeNull();
  });
});

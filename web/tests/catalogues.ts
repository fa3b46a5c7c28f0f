/** The catalogues as they are on disk. */
export interface Catalogue {
  readonly [key: string]: string;
}

const FILES = import.meta.glob<Catalogue>("../src/i18n/*/*.json", { import: "default", eager: true });

export function catalogue(language: string, part: "texts" | "rules" = "texts"): Catalogue {
  return FILES[`../src/i18n/${language}/${part}.json`] ?? {};
}

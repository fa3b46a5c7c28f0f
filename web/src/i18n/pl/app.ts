import type { app as en } from "../en/app";
import type { Same } from "../message";

export const app: Same<typeof en> = {
  "app.name": "Kolej",
  "app.skip": "Przejdź do treści",
  "app.foot": "Kolej to wolne oprogramowanie; mapy: Natural Earth.",
  "app.not-affiliated": "Projekt niezwiązany z wydawcą gry Wsiąść do Pociągu i przez niego niewspierany.",
};

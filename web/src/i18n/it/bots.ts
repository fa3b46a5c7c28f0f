import type { Same } from "../message";
import type { bots as en } from "../en/bots";

export const bots: Same<typeof en> = {
  "bot.random": "Casuale",
  "bot.local": "Semplice",
  "bot.greedy": "Avido",
  "bot.planner": "Pianificatore",
  "bot.easy": "Facile",
  "bot.medium": "Medio",
  "bot.hard": "Difficile",
  "bot.random.about": "Gioca mosse casuali permesse dalle regole.",
  "bot.local.about": "Collega le sue città per la via più breve e prende ciò che può.",
  "bot.greedy.about": "Prende ciò che rende di più subito e dimentica i suoi biglietti.",
  "bot.planner.about": "Cerca le tratte più utili ai suoi biglietti.",
  "bot.easy.about": "Gioca come un principiante.",
  "bot.medium.about": "Pianifica, ma a volte gli sfugge qualcosa.",
  "bot.hard.about": "Pianifica tutto e ti tiene d'occhio.",
};

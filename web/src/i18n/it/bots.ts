import type { Same } from "../message";
import type { bots as en } from "../en/bots";

export const bots: Same<typeof en> = {
  "bot.random": "Casuale",
  "bot.local": "Locale",
  "bot.greedy": "Avido",
  "bot.planner": "Pianificatore",
  "bot.easy": "Facile",
  "bot.medium": "Medio",
  "bot.hard": "Difficile",
  "bot.random.about": "Fa qualunque cosa permessa dalle regole.",
  "bot.local.about": "Unisce le sue città per la via più breve e prende ciò che può.",
  "bot.greedy.about": "Prende ciò che rende di più subito e dimentica i suoi biglietti.",
  "bot.planner.about": "Cerca le tratte più utili ai suoi biglietti.",
  "bot.easy.about": "Fa gli errori che fanno le persone.",
  "bot.medium.about": "Pianifica i suoi biglietti, ma a volte si distrae.",
  "bot.hard.about": "Pianifica tutto e ti tiene d'occhio.",
};

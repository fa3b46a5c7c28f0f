/** Names and descriptions of the known bots; the server describes others. */
import type { Message } from "../message";

export const bots = {
  "bot.random": "Random",
  "bot.local": "Simple",
  "bot.greedy": "Greedy",
  "bot.planner": "Planner",
  "bot.easy": "Easy",
  "bot.medium": "Medium",
  "bot.hard": "Hard",
  "bot.random.about": "Plays random legal moves.",
  "bot.local.about": "Connects its cities by the shortest path and claims what it can.",
  "bot.greedy.about": "Grabs the most points right now and forgets its tickets.",
  "bot.planner.about": "Picks the routes that serve its tickets best.",
  "bot.easy.about": "Plays like a beginner.",
  "bot.medium.about": "Plans ahead, but misses things now and then.",
  "bot.hard.about": "Plans everything and keeps an eye on you.",
} satisfies { readonly [key: string]: Message };

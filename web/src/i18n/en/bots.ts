/** Bots that are known by name; the words of others come from the server. */
import type { Message } from "../message";

export const bots = {
  "bot.random": "Random",
  "bot.local": "Local",
  "bot.greedy": "Greedy",
  "bot.planner": "Planner",
  "bot.easy": "Easy",
  "bot.medium": "Medium",
  "bot.hard": "Hard",
  "bot.random.about": "Does anything that the rules allow.",
  "bot.local.about": "Joins its cities by the shortest way and claims what it can.",
  "bot.greedy.about": "Claims what pays most at once, and forgets its tickets.",
  "bot.planner.about": "Looks for the routes that serve its tickets best.",
  "bot.easy.about": "Makes the mistakes that people make.",
  "bot.medium.about": "Plans its tickets, and sometimes looks away.",
  "bot.hard.about": "Plans everything, and watches you.",
} satisfies { readonly [key: string]: Message };

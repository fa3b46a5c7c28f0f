import type { Same } from "../message";
import type { bots as en } from "../en/bots";

export const bots: Same<typeof en> = {
  "bot.random": "Losowy",
  "bot.local": "Prosty",
  "bot.greedy": "Zachłanny",
  "bot.planner": "Planista",
  "bot.easy": "Łatwy",
  "bot.medium": "Średni",
  "bot.hard": "Trudny",
  "bot.random.about": "Gra losowe dozwolone ruchy.",
  "bot.local.about": "Łączy swoje miasta najkrótszą drogą i zajmuje, co może.",
  "bot.greedy.about": "Bierze, co od razu daje najwięcej, i zapomina o biletach.",
  "bot.planner.about": "Szuka tras, które najlepiej służą jego biletom.",
  "bot.easy.about": "Gra jak ktoś początkujący.",
  "bot.medium.about": "Planuje z wyprzedzeniem, ale czasem coś przeoczy.",
  "bot.hard.about": "Planuje wszystko i ma cię na oku.",
};

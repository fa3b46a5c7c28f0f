import type { Same } from "../message";
import type { bots as en } from "../en/bots";

export const bots: Same<typeof en> = {
  "bot.random": "Losowy",
  "bot.local": "Osobowy",
  "bot.greedy": "Zachłanny",
  "bot.planner": "Planista",
  "bot.easy": "Łatwy",
  "bot.medium": "Średni",
  "bot.hard": "Trudny",
  "bot.random.about": "Robi wszystko, na co pozwalają zasady.",
  "bot.local.about": "Łączy swoje miasta najkrótszą drogą i zajmuje, co może.",
  "bot.greedy.about": "Zajmuje, co od razu daje najwięcej, i zapomina o biletach.",
  "bot.planner.about": "Szuka tras, które najlepiej służą jego biletom.",
  "bot.easy.about": "Popełnia błędy, jakie popełniają ludzie.",
  "bot.medium.about": "Planuje swoje bilety, ale czasem się zagapi.",
  "bot.hard.about": "Planuje wszystko i cię obserwuje.",
};

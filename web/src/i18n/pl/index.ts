/** All parts of the catalogue in this language. */
import { app } from "./app";
import { board } from "./board";
import { bots } from "./bots";
import { choosers } from "./choosers";
import { hint } from "./hint";
import { lobby } from "./lobby";
import { panels } from "./panels";
import { refusals } from "./refusals";
import { replay } from "./replay";
import { story } from "./story";
import { waitingRoom } from "./waitingRoom";
import type { Catalogue } from "../en";

export const pl: Catalogue = {
  ...app,
  ...board,
  ...bots,
  ...choosers,
  ...hint,
  ...lobby,
  ...panels,
  ...refusals,
  ...replay,
  ...story,
  ...waitingRoom,
};

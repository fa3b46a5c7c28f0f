/** All parts of the catalogue in this language. */
import { app } from "./app.it";
import { board } from "./board.it";
import { bots } from "./bots.it";
import { hint } from "./hint.it";
import { lobby } from "./lobby.it";
import { panels } from "./panels.it";
import { replay } from "./replay.it";
import { story } from "./story.it";
import type { Catalogue } from "./en";

export const it: Catalogue = { ...app, ...board, ...bots, ...hint, ...lobby, ...panels, ...replay, ...story };

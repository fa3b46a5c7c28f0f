/** All parts of the catalogue in this language. */
import { app } from "./app.pl";
import { board } from "./board.pl";
import { bots } from "./bots.pl";
import { hint } from "./hint.pl";
import { lobby } from "./lobby.pl";
import { panels } from "./panels.pl";
import { replay } from "./replay.pl";
import { story } from "./story.pl";
import type { Catalogue } from "./en";

export const pl: Catalogue = { ...app, ...board, ...bots, ...hint, ...lobby, ...panels, ...replay, ...story };

/** All parts of the catalogue in this language. */
import { app } from "./app";
import { board } from "./board";
import { bots } from "./bots";
import { hint } from "./hint";
import { lobby } from "./lobby";
import { panels } from "./panels";
import { replay } from "./replay";
import { story } from "./story";
import type { Catalogue } from "../en";

export const pl: Catalogue = { ...app, ...board, ...bots, ...hint, ...lobby, ...panels, ...replay, ...story };

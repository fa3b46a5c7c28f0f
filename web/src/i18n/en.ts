/** All parts of the catalogue in this language. */
import { app } from "./app.en";
import { board } from "./board.en";
import { bots } from "./bots.en";
import { hint } from "./hint.en";
import { lobby } from "./lobby.en";
import { panels } from "./panels.en";
import { replay } from "./replay.en";
import { story } from "./story.en";
import type { Message } from "./message";

export const en = { ...app, ...board, ...bots, ...hint, ...lobby, ...panels, ...replay, ...story };

export type Key = keyof typeof en;
export type Catalogue = { readonly [key in Key]: Message };

/** All parts of the catalogue in this language. */
import { app } from "./app";
import { board } from "./board";
import { bots } from "./bots";
import { hint } from "./hint";
import { lobby } from "./lobby";
import { panels } from "./panels";
import { replay } from "./replay";
import { story } from "./story";
import type { Message } from "../message";

export const en = { ...app, ...board, ...bots, ...hint, ...lobby, ...panels, ...replay, ...story };

export type Key = keyof typeof en;
export type Catalogue = { readonly [key in Key]: Message };

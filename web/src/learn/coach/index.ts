/** The coach: what a lesson adds to the page of a table. Loaded only for lessons. */
import type { TableSession } from "../../table/session.svelte";
import { note } from "../done";
import { lesson } from "../lessons";
import Coach from "./Coach.svelte";
import CoachBar from "./CoachBar.svelte";
import { LessonRun } from "./lessonRun.svelte";

export interface Coached {
  readonly Coach: typeof Coach;
  readonly CoachBar: typeof CoachBar;
  readonly run: LessonRun;
}

export async function coached(session: TableSession, id: string): Promise<Coached> {
  const run = new LessonRun(session, id, await lesson(id));
  note(id, "begun");
  return { Coach, CoachBar, run };
}

/** Lessons as the server offers them; asked once per visit. */
import { call } from "../app/api";
import { person } from "../app/me.svelte";
import type { LessonLine, LessonLook } from "../protocol";

let list: Promise<readonly LessonLine[]> | null = null;
const known = new Map<string, Promise<LessonLook>>();

/** All lessons, the first one first. */
export function lessonList(): Promise<readonly LessonLine[]> {
  list ??= call("GET /api/lessons", {}).then((found) => [...found].sort((one, two) => one.order - two.order));
  list.catch(() => (list = null));
  return list;
}

export function lesson(id: string): Promise<LessonLook> {
  let found = known.get(id);
  if (found === undefined) {
    found = call("GET /api/lessons/{name}", { path: { name: id } });
    found.catch(() => known.delete(id));
    known.set(id, found);
  }
  return found;
}

/** Go on where the lesson was left; play it from its beginning; or try a missed step once more. */
export type How = "continue" | "again" | "retry";

/** The table of a lesson. */
export async function begin(id: string, how: How): Promise<string> {
  await person.be();
  const body = { again: how === "again", retry: how === "retry" };
  const made = await call("POST /api/lessons/{name}/tables", { path: { name: id }, body });
  return made.id;
}

/** How far this device has come with each lesson. */
export type Progress = "begun" | "done";
interface Kept {
  readonly [lesson: string]: Progress;
}

const KEY = "kolej.lessons";

/** What was begun or finished, by the lesson's id. */
export function progress(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Kept) : {};
  } catch {
    return {};
  }
}

/** A lesson once finished stays so, even if it is begun again. */
export function note(lesson: string, now: Progress): void {
  const kept = progress();
  if (kept[lesson] === "done" || kept[lesson] === now) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [lesson]: now }));
  } catch {
    // a private window may refuse storage; then nothing is marked
  }
}

/** Which step of a lesson is shown, and what its button does. Which steps are fulfilled, the server says. */
import { payments } from "../../ui/payments";
import type { Choices, LessonState, LessonStep } from "../../protocol";

export type Shown =
  /** Others are moving. */
  | { readonly kind: "wait" }
  | { readonly kind: "step"; readonly index: number }
  | { readonly kind: "missed"; readonly index: number }
  | { readonly kind: "won" };

/**
 * The server counts steps that ask for something; pages to read between them are the client's. `read` is the number
 * of steps that the learner has left behind by pressing Continue.
 */
export function shownOf(steps: readonly LessonStep[], at: LessonState, read: number, moving: boolean): Shown {
  if (at.state === "missed") return { kind: "missed", index: at.step };
  const due = at.state === "won" ? steps.length : at.step;
  const index = Math.min(due, Math.max(read, after(steps, due)));
  if (at.state === "won") return index < steps.length ? { kind: "step", index } : { kind: "won" };
  return moving && at.state === "go" ? { kind: "step", index } : { kind: "wait" };
}

/** The first step after the last one before `due` that asked for something. */
function after(steps: readonly LessonStep[], due: number): number {
  let first = due;
  while (first > 0 && steps[first - 1]?.kind === "read") first--;
  return first;
}

/** Steps with the same title belong together: they are one entry of the bar. */
export interface Chapter {
  readonly title: LessonStep["title"];
  readonly first: number;
  readonly last: number;
}

export function chaptersOf(steps: readonly LessonStep[]): Chapter[] {
  const chapters: { title: LessonStep["title"]; first: number; last: number }[] = [];
  steps.forEach(({ title }, index) => {
    const current = chapters[chapters.length - 1];
    if (current && current.title.en === title.en) current.last = index;
    else chapters.push({ title, first: index, last: index });
  });
  return chapters;
}

/**
 * The action that the button of a step carries out, or null. Where the step leaves the payment open, it is the one
 * that the client would offer first.
 */
export function deedOf({ expect }: LessonStep, choices: Choices | null): string | null {
  const [wanted] = expect;
  if (wanted === undefined || choices === null) return null;
  if (!wanted.includes("*")) return wanted;
  const [verb = "", what = ""] = wanted.split(" ");
  const [way] = payments(waysTo(verb, what, choices));
  if (!way) return null;
  return verb === "pay" ? `pay ${way.line}` : `${verb} ${what} ${way.line}`;
}

function waysTo(verb: string, what: string, choices: Choices): readonly string[] {
  if (verb === "claim") return choices.claim[what] ?? [];
  if (verb === "station") return choices.station.includes(what) ? choices.station_cards : [];
  return verb === "pay" ? choices.pay : [];
}

/** The route and payment that a deed would claim: previewed on the map and in the hand. */
export function previewOf(deed: string | null): { route: string; line: string } | null {
  const [verb, route, line] = deed?.split(" ") ?? [];
  return verb === "claim" && route && line ? { route, line } : null;
}

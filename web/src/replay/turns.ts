/** Steps as turns: two cards are drawn in two steps, a tunnel is tried in one and paid in another. */
import type { Phase, Step } from "../protocol";

export interface Turn {
  /** Numbers of its first and last step. */
  first: number;
  last: number;
  seat: number | null;
  steps: readonly Step[];
}

const WITHIN: ReadonlySet<Phase> = new Set<Phase>(["second-card", "choose-tickets", "tunnel", "pay-swap"]);

/** Turns of the steps that are here; the deal is one of its own. */
export function turnsOf(steps: readonly (Step | undefined)[]): Turn[] {
  const turns: { first: number; last: number; seat: number | null; steps: Step[] }[] = [];
  let before: Step | undefined;
  for (const step of steps) {
    if (step !== undefined) {
      const turn = turns.at(-1);
      if (turn && before && before.seat !== null && WITHIN.has(before.open.phase) && before.seat === step.seat) {
        turn.last = step.number;
        turn.steps.push(step);
      } else {
        turns.push({ first: step.number, last: step.number, seat: step.seat, steps: [step] });
      }
    }
    before = step;
  }
  return turns;
}

/** The routes and cities of a step that were built in it. */
export function builtIn(step: Step): string[] {
  return step.events.flatMap((event) =>
    event.event === "claimed" ? [event.route] : event.event === "built" ? [event.city] : [],
  );
}

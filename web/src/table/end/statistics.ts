/** How a game went for each seat, counted from its steps. */
import type { BoardData } from "../../app/boards";
import type { Step } from "../../protocol";
import { turnsOf } from "../../replay/turns";

export interface Statistics {
  seat: number;
  turns: number;
  drawn: number;
  blind: number;
  locomotives: number;
  routes: number;
  longestRoute: number;
  trainsLeft: number;
  tunnels: number;
  givenUp: number;
  mostCards: number;
}

export function statisticsOf(steps: readonly Step[], seats: number, data: BoardData): Statistics[] {
  const found: Statistics[] = Array.from({ length: seats }, (_, seat) => ({
    seat,
    turns: 0,
    drawn: 0,
    blind: 0,
    locomotives: 0,
    routes: 0,
    longestRoute: 0,
    trainsLeft: steps.at(-1)?.open.seats[seat]?.trains ?? 0,
    tunnels: 0,
    givenUp: 0,
    mostCards: Math.max(0, ...steps.map((step) => step.open.seats[seat]?.cards ?? 0)),
  }));
  for (const turn of turnsOf(steps)) {
    const one = turn.seat === null ? undefined : found[turn.seat];
    if (one && !turn.steps[0]?.events.some((event) => event.event === "chose")) one.turns++;
  }
  for (const { events } of steps) {
    for (const event of events) {
      const one = "seat" in event ? found[event.seat] : undefined;
      if (!one) continue;
      if (event.event === "drew") {
        one.drawn++;
        if (event.blind) one.blind++;
        if (event.card === "L") one.locomotives++;
      } else if (event.event === "claimed") {
        one.routes++;
        one.longestRoute = Math.max(one.longestRoute, data.route.get(event.route)?.length ?? 0);
      } else if (event.event === "tried") one.tunnels++;
      else if (event.event === "gave-up") one.givenUp++;
    }
  }
  return found;
}

/** By seat, by step: how many cards had been drawn. */
export function drawnLines(steps: readonly Step[], seats: number): number[][] {
  const sums = new Array<number>(seats).fill(0);
  const lines: number[][] = sums.map(() => []);
  for (const step of steps) {
    for (const event of step.events) if (event.event === "drew") sums[event.seat] = (sums[event.seat] ?? 0) + 1;
    sums.forEach((sum, seat) => lines[seat]?.push(sum));
  }
  return lines;
}

/**
 * Animations that help to follow who did what: cards fly, wagons are set down one by one.
 * Nothing waits for them: a new event ends those still running, and input is never blocked.
 */
import { reducedMotion, settings } from "../../app/settings.svelte";
import { cardName, isLetter, symbol, type Letter } from "../../ui/cards";

let running: Animation[] = [];
let ghosts: HTMLElement[] = [];

export function speed(): number {
  return reducedMotion() ? 0 : settings.speed;
}

/** Finish all animations at once. */
export function finish(): void {
  for (const animation of running) animation.finish();
  for (const ghost of ghosts) ghost.remove();
  running = [];
  ghosts = [];
}

function find(selector: string): DOMRect | null {
  for (const found of document.querySelectorAll(selector)) {
    const rect = found.getBoundingClientRect();
    if (rect.width > 0 && rect.height > 0) return rect;
  }
  return null;
}

/** Where a card lies, comes from or goes to. */
export const spots = {
  deck: () => find("[data-deck]"),
  market: (letter: Letter) => find(`[data-market][data-card="${letter}"]`) ?? find("[data-deck]"),
  hand: (letter: Letter) => find(`[data-hand="${letter}"]`),
  seat: (seat: number) => find(`[data-seat="${seat}"] .seat`),
  route: (id: string) => find(`[data-route="${CSS.escape(id)}"]`),
  country: (id: string) => find(`.board [data-country="${CSS.escape(id)}"]`),
};

/** A train card that flies from one place to another; null is a face-down card. */
export function fly(letter: string | null, from: DOMRect | null, to: DOMRect | null, after = 0): void {
  const ghost = document.createElement("div");
  if (letter !== null && isLetter(letter)) {
    const loco = letter === "L";
    ghost.style.background = loco ? "var(--loco-a)" : `var(--${cardName(letter)})`;
    ghost.style.color = loco ? "var(--on-loco)" : `var(--on-${cardName(letter)})`;
    ghost.innerHTML = `<svg><use href="#${symbol(letter)}"/></svg>`;
  }
  send(ghost, from, to, after);
}

/** A country card that flies from its stack to whoever won it. */
export function flyCountry(points: number, from: DOMRect | null, to: DOMRect | null, after = 0): void {
  const ghost = document.createElement("div");
  ghost.textContent = String(points);
  ghost.style.background = "var(--accent)";
  ghost.style.color = "var(--accent-ink)";
  send(ghost, from, to, after);
}

function send(ghost: HTMLElement, from: DOMRect | null, to: DOMRect | null, after: number): void {
  const pace = speed();
  if (!pace || !from || !to) return;
  ghost.className = "flying-card";
  ghost.setAttribute("aria-hidden", "true");
  document.body.append(ghost);
  ghosts.push(ghost);
  const width = 40;
  const height = 56;
  const at = (rect: DOMRect, scale: number) =>
    `translate(${rect.left + rect.width / 2 - width / 2}px, ${rect.top + rect.height / 2 - height / 2}px) scale(${scale})`;
  const animation = ghost.animate(
    [
      { transform: at(from, 0.9), opacity: 1 },
      { transform: at(to, 1), opacity: 1, offset: 0.9 },
      { transform: at(to, 0.6), opacity: 0 },
    ],
    { duration: 480 * pace, delay: after * pace, easing: "cubic-bezier(.6,0,.3,1)", fill: "both" },
  );
  running.push(animation);
  animation.onfinish = () => ghost.remove();
}

/** A short swell of something that has just changed. */
export function swell(selector: string): void {
  const pace = speed();
  if (!pace) return;
  for (const found of document.querySelectorAll(selector))
    running.push(
      found.animate([{ transform: "scale(1)" }, { transform: "scale(1.22)" }, { transform: "scale(1)" }], {
        duration: 420 * pace,
        easing: "cubic-bezier(.2,.8,.2,1)",
      }),
    );
}

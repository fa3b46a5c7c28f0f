/** The time, for countdowns: one timer for all of them, and none while nothing shows it. */
const now = $state({ time: Date.now() });
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function time(): number {
  return now.time;
}

/** Keep it ticking while something shows it; call it from an effect. */
export function ticking(): () => void {
  if (users++ === 0) timer = setInterval(() => (now.time = Date.now()), 250);
  now.time = Date.now();
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}

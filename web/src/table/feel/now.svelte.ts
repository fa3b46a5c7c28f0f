/** The time, for clocks that count down: one ticking for all of them, and none while nobody looks. */
const now = $state({ time: Date.now() });
let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export function time(): number {
  return now.time;
}

/** Let it tick while something shows it; call it from an effect. */
export function ticking(): () => void {
  if (users++ === 0) timer = setInterval(() => (now.time = Date.now()), 250);
  now.time = Date.now();
  return () => {
    if (--users === 0) clearInterval(timer);
  };
}

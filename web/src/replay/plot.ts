/** Scales and lines of a plot over the moves of a game. */

export interface Scale {
  low: number;
  high: number;
  ticks: readonly number[];
}

/** Round numbers below and above all values, with a few lines between them. */
export function scaleOf(values: readonly number[], lines = 4): Scale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const step = roundStep((most - least || 1) / lines);
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(most / step) * step, low + step);
  const ticks = [];
  for (let tick = low; tick <= high + step / 2; tick += step) ticks.push(tick);
  return { low, high, ticks };
}

function roundStep(about: number): number {
  const power = 10 ** Math.floor(Math.log10(about));
  for (const times of [1, 2, 5, 10]) if (times * power >= about) return Math.max(1, times * power);
  return 10 * power;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export function acrossOf(box: Box, move: number, moves: number): number {
  return box.left + (moves > 0 ? move / moves : 0) * box.width;
}

export function downOf(box: Box, value: number, scale: Scale): number {
  return box.top + ((scale.high - value) / (scale.high - scale.low)) * box.height;
}

/** The move under a point of the plot. */
export function moveAt(box: Box, x: number, moves: number): number {
  const part = box.width > 0 ? (x - box.left) / box.width : 0;
  return Math.round(Math.min(1, Math.max(0, part)) * moves);
}

/** A stepped line: a value holds until the next one; unknown values leave a gap. */
export function stairs(values: readonly (number | undefined)[], box: Box, scale: Scale, moves: number): string {
  let path = "";
  let before: number | undefined;
  values.forEach((value, move) => {
    if (value !== undefined && value !== before) {
      const x = round(acrossOf(box, move, moves));
      path +=
        before === undefined
          ? `M${x} ${round(downOf(box, value, scale))}`
          : `H${x}V${round(downOf(box, value, scale))}`;
    } else if (value !== undefined && (move === values.length - 1 || values[move + 1] === undefined)) {
      path += `H${round(acrossOf(box, move, moves))}`;
    }
    before = value;
  });
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Places labels without overlap, as close to their lines as there is room for. */
export function spread(wished: readonly number[], gap: number, top: number, bottom: number): number[] {
  const order = wished.map((_, index) => index).sort((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0));
  const placed = new Array<number>(wished.length).fill(0);
  let least = top;
  for (const index of order) {
    placed[index] = Math.max(wished[index] ?? 0, least);
    least = (placed[index] ?? 0) + gap;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - gap;
  }
  return placed;
}

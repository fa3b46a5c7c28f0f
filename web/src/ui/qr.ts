/** QR codes for links: bytes, error correction M, versions 1 to 10 (up to 213 bytes). ISO/IEC 18004. */

/** By version: error correction words a block, then blocks and data words of both groups. */
const BLOCKS: readonly (readonly [number, number, number, number, number])[] = [
  [10, 1, 16, 0, 0],
  [16, 1, 28, 0, 0],
  [26, 1, 44, 0, 0],
  [18, 2, 32, 0, 0],
  [24, 2, 43, 0, 0],
  [16, 4, 27, 0, 0],
  [18, 4, 31, 0, 0],
  [22, 2, 38, 2, 39],
  [22, 3, 36, 2, 37],
  [26, 4, 43, 1, 44],
];
const ALIGN: readonly (readonly number[])[] = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];

type Grid = boolean[][];

/** The modules of the code, dark ones true; throws if the text is too long. */
export function qr(text: string, mask?: number): readonly (readonly boolean[])[] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => capacity(i + 1) >= bytes.length) + 1;
  if (version === 0) throw new Error("the text is too long for a QR code");
  const words = interleaved(encoded(bytes, version), version);
  let best: Grid | null = null;
  let least = Infinity;
  for (const wished of mask === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [mask]) {
    const grid = drawn(words, version, wished);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  }
  return best as Grid;
}

/** The dark modules as path data of SVG, with a quiet zone of four. */
export function qrPath(grid: readonly (readonly boolean[])[]): string {
  let path = "";
  grid.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) path += `M${x + 4} ${y + 4}h1v1h-1z`;
    }),
  );
  return path;
}

function dataWords(version: number): number {
  const [, one, oneWords, two, twoWords] = BLOCKS[version - 1] as (typeof BLOCKS)[number];
  return one * oneWords + two * twoWords;
}

function capacity(version: number): number {
  return Math.floor((dataWords(version) * 8 - 4 - (version < 10 ? 8 : 16)) / 8);
}

function encoded(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let i = count - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const size = dataWords(version);
  put(0, Math.min(4, size * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; words.length < size; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = x;
  LOG[x] = i;
  x = x & 128 ? ((x << 1) ^ 0x11d) & 255 : x << 1;
}
const times = (a: number, b: number) => (a && b ? (EXP[((LOG[a] ?? 0) + (LOG[b] ?? 0)) % 255] ?? 0) : 0);

/** The remainder of Reed and Solomon. */
export function corrections(data: readonly number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((factor, k) => {
      next[k] = (next[k] ?? 0) ^ factor;
      next[k + 1] = (next[k + 1] ?? 0) ^ times(factor, EXP[i] ?? 1);
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0;
    generator.forEach((factor, k) => (rest[i + k] = (rest[i + k] ?? 0) ^ times(factor, lead)));
  }
  return rest.slice(data.length);
}

function interleaved(words: readonly number[], version: number): number[] {
  const [count, one, oneWords, two, twoWords] = BLOCKS[version - 1] as (typeof BLOCKS)[number];
  const blocks: number[][] = [];
  let from = 0;
  for (let i = 0; i < one + two; i++) {
    const size = i < one ? oneWords : twoWords;
    blocks.push(words.slice(from, (from += size)));
  }
  const checks = blocks.map((block) => corrections(block, count));
  const found: number[] = [];
  for (let i = 0; i < Math.max(oneWords, twoWords); i++) for (const block of blocks) if (i < block.length) found.push(block[i] ?? 0);
  for (let i = 0; i < count; i++) for (const check of checks) found.push(check[i] ?? 0);
  return found;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function drawn(words: readonly number[], version: number, mask: number): Grid {
  const size = version * 4 + 17;
  const dark: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const fixed: Grid = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const set = (x: number, y: number, on: boolean) => {
    const row = dark[y];
    const kept = fixed[y];
    if (!row || !kept || x < 0 || x >= size) return;
    row[x] = on;
    kept[x] = true;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const places = ALIGN[version - 1] ?? [];
  const far = places[places.length - 1] ?? 0;
  for (const cy of places)
    for (const cx of places) {
      if ((cx === 6 && cy === 6) || (cx === 6 && cy === far) || (cx === far && cy === 6)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  const format = coded(mask, 0x537, 10) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = ((format >> i) & 1) === 1;
    if (i < 6) set(8, i, on);
    else if (i < 8) set(8, i + 1, on);
    else if (i === 8) set(7, 8, on);
    else set(14 - i, 8, on);
    if (i < 8) set(size - 1 - i, 8, on);
    else set(8, size - 15 + i, on);
  }
  set(8, size - 8, true);
  if (version >= 7) {
    const told = coded(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
      const on = ((told >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
    }
  }
  fill(dark, fixed, words, MASKS[mask] as (x: number, y: number) => boolean);
  return dark;
}

/** Format M has the bits 00, so that a mask's number is the format; the remainder of a division follows. */
function coded(value: number, divisor: number, bits: number): number {
  let rest = value;
  for (let i = 0; i < bits; i++) rest = (rest << 1) ^ ((rest >> (bits - 1)) * divisor);
  return (value << bits) | rest;
}

function fill(dark: Grid, fixed: Grid, words: readonly number[], mask: (x: number, y: number) => boolean): void {
  const size = dark.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - step : step;
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        const bit = i < words.length * 8 && (((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1;
        i++;
        row[x] = bit !== mask(x, y);
      }
  }
}

function penalty(grid: Grid): number {
  const size = grid.length;
  let cost = 0;
  let darks = 0;
  const at = (x: number, y: number) => grid[y]?.[x] ?? false;
  for (let line = 0; line < size; line++)
    for (const get of [(i: number) => at(i, line), (i: number) => at(line, i)]) {
      let run = 0;
      let bits = "";
      for (let i = 0; i < size; i++) {
        run = i > 0 && get(i) === get(i - 1) ? run + 1 : 1;
        if (run === 5) cost += 3;
        else if (run > 5) cost++;
        bits += get(i) ? "1" : "0";
      }
      for (const shape of ["10111010000", "00001011101"])
        for (let from = bits.indexOf(shape); from >= 0; from = bits.indexOf(shape, from + 1)) cost += 40;
    }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (at(x, y)) darks++;
      if (x + 1 < size && y + 1 < size && at(x, y) === at(x + 1, y) && at(x, y) === at(x, y + 1) && at(x, y) === at(x + 1, y + 1)) cost += 3;
    }
  return cost + 10 * Math.floor(Math.abs((darks * 20) / (size * size) - 10));
}

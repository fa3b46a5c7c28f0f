/** Synthesised wooden sounds, never loud; one switch turns them all off. */
import { settings } from "../../app/settings.svelte";

let context: AudioContext | null = null;
let room: GainNode | null = null;

/** At most -18 dB. */
const LOUDEST = 0.125;

/** Browsers allow sound only after the user has interacted with the page. */
export function wake(): void {
  if (!settings.sounds) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
  } catch {
    context = null;
  }
}

function out(): { at: AudioContext; to: GainNode } | null {
  if (!settings.sounds || context?.state !== "running") return null;
  if (!room) {
    room = context.createGain();
    room.gain.value = LOUDEST;
    const limit = context.createDynamicsCompressor();
    room.connect(limit).connect(context.destination);
  }
  return { at: context, to: room };
}

/** A tone that rings and fades. */
function tone(frequency: number, after: number, seconds: number, level: number, type: OscillatorType = "sine"): void {
  const audio = out();
  if (!audio) return;
  const start = audio.at.currentTime + after;
  const wave = audio.at.createOscillator();
  const gain = audio.at.createGain();
  wave.type = type;
  wave.frequency.value = frequency;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(level, start + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  wave.connect(gain).connect(audio.to);
  wave.start(start);
  wave.stop(start + seconds);
}

/** A puff of noise through a filter: paper, felt, a stamp. */
function puff(frequency: number, width: number, after: number, seconds: number, level: number): void {
  const audio = out();
  if (!audio) return;
  const start = audio.at.currentTime + after;
  const length = Math.ceil(audio.at.sampleRate * seconds);
  const buffer = audio.at.createBuffer(1, length, audio.at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const source = audio.at.createBufferSource();
  const filter = audio.at.createBiquadFilter();
  const gain = audio.at.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  filter.Q.value = width;
  gain.gain.value = level;
  source.connect(filter).connect(gain).connect(audio.to);
  source.start(start);
}

/** A knuckle on wood. */
function knock(frequency: number, after: number, level: number): void {
  tone(frequency, after, 0.12, level, "triangle");
  puff(frequency * 4, 1.2, after, 0.03, level * 0.6);
}

/** A dry tick of paper. */
export function card(after = 0): void {
  puff(3800, 1.6, after, 0.035, 0.9);
}

/** Felt on wood, each wagon a little higher. */
export function wagon(index: number, after: number): void {
  knock(190 * 1.05 ** index, after, 0.7);
}

/** A conductor's punch. */
export function ticket(after = 0): void {
  puff(2200, 2, after, 0.03, 0.9);
  puff(900, 2, after + 0.07, 0.05, 0.8);
}

/** The punch, and a bright fifth after it. */
export function completed(): void {
  ticket(0.2);
  tone(523.25, 0.34, 0.7, 0.45);
  tone(783.99, 0.48, 1.1, 0.45);
}

/** A bright fifth after the stamp. */
export function won(after: number): void {
  tone(587.33, after, 0.6, 0.4);
  tone(880, after + 0.12, 0.9, 0.4);
}

/** Two strokes of a station bell. */
export function lastRound(after: number): void {
  for (const later of [0, 0.42]) {
    tone(659.25, after + later, 1.4, 0.5);
    tone(659.25 * 2.76, after + later, 0.5, 0.1);
  }
}

/** Three soft knocks; a match adds a low one. */
export function tunnel(matches: readonly boolean[], beat: number): void {
  matches.forEach((hit, i) => {
    knock(240, i * beat, 0.6);
    if (hit) knock(95, i * beat + 0.05, 0.9);
  });
}

/** Two notes of a station gong, a fourth apart. */
export function yourTurn(): void {
  for (const [frequency, after] of [
    [392, 0],
    [523.25, 0.2],
  ] as const) {
    tone(frequency, after, 0.9, 0.6);
    tone(frequency * 2.76, after, 0.35, 0.12);
  }
}

/** A station clock: two strokes as a warning, then a tick for each of the last seconds. */
export function timeRunsOut(seconds: number): void {
  knock(740, 0, 0.9);
  if (seconds >= 10) knock(588, 0.16, 0.9);
}

/** A rubber stamp. */
export function stamp(after = 0): void {
  puff(420, 0.8, after, 0.09, 1);
  tone(120, after, 0.1, 0.5, "triangle");
}

/** The gong's chord. */
export function end(): void {
  for (const [i, frequency] of [261.63, 392, 523.25].entries()) {
    tone(frequency, i * 0.12, 1.8, 0.5);
    tone(frequency * 2.76, i * 0.12, 0.5, 0.08);
  }
}

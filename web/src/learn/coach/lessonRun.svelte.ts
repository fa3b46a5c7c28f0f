/** One visit to a lesson: the step that is shown, and what was said about the last try. */
import { said } from "../../i18n/index.svelte";
import type { LessonLook, LessonState } from "../../protocol";
import type { TableSession } from "../../table/session.svelte";
import { targetOf } from "./point";
import { chaptersOf, deedOf, previewOf, shownOf } from "./steps";

const START: LessonState = { step: 0, state: "watch", turns: null };

export class LessonRun {
  /** Steps that were read and left behind. */
  #read = $state(0);
  /** Why the last try was refused, and at which step: another step forgets it. */
  #refused: { readonly index: number; readonly text: string } | null = $state.raw(null);
  /** The step whose card was put aside, so that the map is free to play on. */
  #aside = $state(-1);

  readonly at: LessonState = $derived.by(() => this.session.table.position?.lesson ?? START);
  readonly shown = $derived.by(() =>
    shownOf(this.lesson.steps, this.at, this.#read, this.session.table.choices !== null),
  );
  readonly index: number = $derived.by(() => ("index" in this.shown ? this.shown.index : this.at.step));
  readonly step = $derived.by(() =>
    this.shown.kind === "step" ? (this.lesson.steps[this.shown.index] ?? null) : null,
  );
  readonly chapters = $derived.by(() => chaptersOf(this.lesson.steps));
  /** The chapter that is shown; after the last one when the lesson is won. */
  readonly chapter: number = $derived.by(() => {
    if (this.shown.kind === "won") return this.chapters.length;
    const found = this.chapters.findIndex(({ last }) => this.index <= last);
    return found < 0 ? this.chapters.length : found;
  });
  readonly deed: string | null = $derived.by(() =>
    this.step?.button ? deedOf(this.step, this.session.table.choices) : null,
  );
  readonly preview = $derived.by(() => previewOf(this.deed));
  readonly target = $derived.by(() => (this.step ? targetOf(this.step, this.session.data) : null));
  readonly refused: string | null = $derived.by(() =>
    this.step && this.#refused?.index === this.index ? this.#refused.text : null,
  );
  readonly aside: boolean = $derived.by(() => this.step !== null && this.#aside === this.index);

  constructor(
    readonly session: TableSession,
    readonly id: string,
    readonly lesson: LessonLook,
  ) {}

  /** What the step says to somebody who tries something else; false if it has no words for it. */
  refuse(reason: string): boolean {
    const words = this.step?.otherwise ? said(this.step.otherwise) : "";
    if (reason !== "not-in-lesson" || words === "") return false;
    this.#refused = { index: this.index, text: words };
    return true;
  }

  /** The button of the card: read on, or do what it says. */
  go(): void {
    if (this.step?.kind === "read") this.#read = this.index + 1;
    else if (this.deed !== null) void this.session.act(this.deed);
    else this.#aside = this.index;
  }

  open(): void {
    this.#aside = -1;
  }
}

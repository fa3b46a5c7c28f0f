/** A request that the server may refuse: whether it is under way, and what went wrong. */
import { Wrong } from "./api";
import { has, t, worded } from "../i18n/index.svelte";

export class Trying {
  busy = $state(false);
  wrong = $state("");

  /** Whether it succeeded. A second try waits until the first has ended. */
  async out(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.wrong = "";
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      this.wrong = inWords(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

function inWords(error: Wrong): string {
  const key = `lobby.wrong-${error.reason}`;
  return has(key) ? worded(key) : t("lobby.wrong", { detail: error.message });
}

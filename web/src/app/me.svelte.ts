/** Who uses this device, as far as the server knows; a guest is created when something first needs one. */
import { call, Wrong } from "./api";
import type { Me } from "../protocol";
import { friendlyName } from "./guestNames";

const NAME = "kolej.name";

class Person {
  me: Me | null = $state.raw(null);
  /** Whether the server has answered. */
  asked = $state(false);
  /** The name to use; kept on this device until the server knows it. */
  name = $state(stored() ?? "");

  /** The top bar and the page ask at the same time; one request serves both. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }
  #asking: Promise<void> | null = null;

  async #ask(): Promise<void> {
    this.took(await call("GET /api/me", {}));
  }

  took(me: Me | null): void {
    this.me = me;
    this.asked = true;
    if (me) this.name = me.name;
    else if (!this.name) this.name = stored() ?? friendlyName();
  }

  /** Become a guest with the name given; everything that needs a person calls this first. */
  async be(): Promise<Me> {
    const name = this.name.trim() || friendlyName();
    if (this.me === null || this.me.name !== name) this.took(await call("POST /api/me", { body: { name } }));
    keep(name);
    if (this.me === null) throw new Wrong(0, "failed", "");
    return this.me;
  }

  forgotten(): void {
    this.name = "";
    keep(null);
    this.took(null);
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function keep(name: string | null): void {
  try {
    if (name === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, name);
  } catch {
    // a private window may refuse
  }
}

export const person = new Person();

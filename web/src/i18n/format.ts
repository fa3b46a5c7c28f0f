/**
 * The part of ICU MessageFormat that our texts use: `{name}`, `{n, plural, one {# card} other {# cards}}` with exact
 * numbers as `=0 {…}`, and `{kind, select, tunnel {…} other {…}}`; forms may nest. Nothing is quoted.
 */
export interface Facts {
  readonly [name: string]: string | number;
}

export interface Argument {
  readonly name: string;
  readonly kind?: "plural" | "select";
  readonly forms?: { readonly [form: string]: readonly Part[] };
}

export type Part = string | Argument;

/** What a language brings along. */
export interface Locale {
  readonly plurals: Intl.PluralRules;
  readonly numbers: Intl.NumberFormat;
}

export function parsed(message: string): readonly Part[] {
  let at = 0;
  const found = parts();
  if (at < message.length) fail("a } without its {");
  return found;

  function parts(counted?: string): Part[] {
    const found: Part[] = [];
    let text = "";
    for (; at < message.length && message[at] !== "}"; at++) {
      const sign = message[at] ?? "";
      const part = sign === "{" ? argument(counted) : sign === "#" && counted ? { name: counted } : undefined;
      if (part) {
        found.push(text, part);
        text = "";
      } else text += sign;
    }
    return [...found, text].filter((part) => part !== "");
  }

  /** Leaves the position on the closing brace. */
  function argument(counted?: string): Argument {
    const [, name = "", kind] = expect(/\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/y);
    if (!kind) {
      if (message[at] !== "}") fail("a name, then }");
      return { name };
    }
    const forms: { [form: string]: readonly Part[] } = {};
    while (message[at] !== "}") {
      const [, form = ""] = expect(/(=\d+|\w+)\s*\{/y);
      forms[form] = parts(kind === "plural" ? name : counted);
      expect(/\}\s*/y);
    }
    if (!forms["other"]) fail("a form `other`");
    return { name, kind: kind as "plural" | "select", forms };
  }

  function expect(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at;
    const match = pattern.exec(message) ?? fail("an argument");
    at += match[0].length;
    return match;
  }

  function fail(wanted: string): never {
    throw new SyntaxError(`"${message}", at ${at}: ${wanted}`);
  }
}

export function formatted(parts: readonly Part[], facts: Facts, locale: Locale): string {
  return parts.map((part) => (typeof part === "string" ? part : filled(part, facts, locale))).join("");
}

function filled({ name, kind, forms }: Argument, facts: Facts, locale: Locale): string {
  const fact = facts[name] ?? "";
  if (!forms) return typeof fact === "number" ? locale.numbers.format(fact) : fact;
  const chosen = kind === "select" ? forms[fact] : (forms[`=${fact}`] ?? forms[locale.plurals.select(Number(fact))]);
  return formatted(chosen ?? forms["other"] ?? [], facts, locale);
}

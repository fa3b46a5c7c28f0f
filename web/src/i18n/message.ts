/** A text with `{name}` for facts, or its forms by plural category of the fact `n`. */
export type Message = string | ({ readonly [form in Intl.LDMLPluralRule]?: string } & { readonly other: string });

/** The same keys in another language: one that is missing does not compile. */
export type Same<Part> = { readonly [key in keyof Part]: Message };

// The linter of the web client: `make check` runs it, `make fmt` lets it fix what it can. Layout is Prettier's job,
// types are svelte-check's; ESLint's own rules that need types took four times as long as all others together.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default [
  { ignores: ["src/protocol.ts", "src/protocol/**", "node_modules/**", ".svelte-check/**"] }, // protocol: written by tools/typescript.py
  js.configs.recommended,
  ...ts.configs.strict,
  ...ts.configs.stylistic,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      "no-else-return": "error",
      "no-template-curly-in-string": "error",
      "object-shorthand": "error",
      "prefer-template": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", destructuredArrayIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-indexed-object-style": "off", // the name of the key says what it is
      "svelte/no-unused-svelte-ignore": "off", // it takes comments for unused that svelte-check asks for
      "svelte/prefer-svelte-reactivity": "off", // maps and sets here are built and handed on within one computation
    },
  },
  { files: ["tests/**"], rules: { "@typescript-eslint/no-empty-function": "off" } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
];

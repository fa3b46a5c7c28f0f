import { mount } from "svelte";
import "../style/palette.css";
import "../style/tokens.css";
import "../style/fonts.css";
import "../style/base.css";
import { load } from "../i18n/index.svelte";
import App from "./App.svelte";
import { register } from "./serviceWorker";

// An await at the top level would make the bundler split what all pages share.
void load().then(() => {
  const target = document.getElementById("app") ?? document.body;
  target.replaceChildren();
  mount(App, { target });
});
// What the first page needs comes first.
addEventListener("load", () => void register());

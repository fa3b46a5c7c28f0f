/** Texts are English in tests, whatever the machine speaks. */
import { settings } from "../src/app/settings.svelte";
import { load } from "../src/i18n/index.svelte";

settings.language = "en";
await load();

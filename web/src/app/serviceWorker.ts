/** The service worker of the built client; in development it would only serve outdated files. */
import { language } from "../i18n/index.svelte";

export async function register(): Promise<void> {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", document.baseURI), {
      scope: new URL(".", document.baseURI).pathname,
    });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ language: language() });
  } catch {
    // plain http, or a browser that does not allow it: the site works without
  }
}

/** Web Push: notifies this browser when it is your turn and the page is closed. Offered once, quietly. */
import { call } from "../app/api";

const ASKED = "kolej.push-asked";

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Offer it only if there was no answer yet. */
export function worthAsking(): boolean {
  try {
    return canPush() && Notification.permission === "default" && localStorage.getItem(ASKED) === null;
  } catch {
    return false;
  }
}

export function notNow(): void {
  try {
    localStorage.setItem(ASKED, "no");
  } catch {
    // a private window may refuse storage; then the offer comes again another day
  }
}

export async function subscribe(): Promise<boolean> {
  notNow();
  if ((await Notification.requestPermission()) !== "granted") return false;
  const registration = await Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((settle) => setTimeout(() => settle(null), 4000)),
  ]);
  if (registration === null) return false;
  const { push_key } = await call("GET /api/server", {});
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: push_key,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return false;
  await call("POST /api/push", { body: { endpoint, p256dh: keys["p256dh"], auth: keys["auth"] } });
  return true;
}

/**
 * The service worker: the shell of the client without a network, and a word when it is your turn.
 * The build puts in what the shell consists of and that word in every language; nothing of the server's own (api, health) is ever kept.
 */
const FILES = "%FILES%";
const CACHE = "kolej-%VERSION%";
const WORDS = "kolej-words";
const TURN = "%TURN%";

const scope = new URL(self.registration.scope);
const shell = scope.href;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => cache.addAll([shell, ...FILES.map((file) => new URL(file, scope).href)])),
  );
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== CACHE && name !== WORDS).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = url.pathname.slice(scope.pathname.length);
  if (path.startsWith("api/") || path === "health") return;
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match(shell).then((kept) => kept ?? Response.error())));
  else if (path.startsWith("assets/")) event.respondWith(kept(request));
});

/** Names of assets change with what is in them, so what is kept is right. */
async function kept(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

/** The page tells its language, for a worker cannot read the settings. */
self.addEventListener("message", (event) => {
  const { language } = event.data ?? {};
  if (language in TURN)
    event.waitUntil(caches.open(WORDS).then((cache) => cache.put("language", new Response(language))));
});

async function turnInWords() {
  const told = await (await caches.match("language", { cacheName: WORDS }))?.text();
  const wished = [told, ...navigator.languages.map((language) => language.slice(0, 2))];
  return TURN[wished.find((language) => language in TURN) ?? "en"];
}

self.addEventListener("push", (event) => {
  const { type, table, board_name } = event.data?.json() ?? {};
  if (type !== "your_turn") return;
  event.waitUntil(
    turnInWords().then((title) =>
      self.registration.showNotification(title, {
        body: board_name,
        tag: table,
        icon: new URL("icon-192.png", scope).href,
        badge: new URL("icon-192.png", scope).href,
        data: { page: new URL(`t/${encodeURIComponent(table)}`, scope).href },
      }),
    ),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { page } = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      const open = windows.find(({ url }) => url.split(/[?#]/)[0] === page);
      return open ? open.focus() : self.clients.openWindow(page);
    }),
  );
});

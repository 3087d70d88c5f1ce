// After the first visit the page works without internet: every file comes from the kept copy.
// `VERSION` and `FILES` are written into files.js when the page is built.

importScripts("files.js");
const KEPT = `crivello-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((one) => one !== KEPT && one.startsWith("crivello-")).map((one) => caches.delete(one))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches.open(KEPT)
      .then((kept) => kept.match(event.request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(event.request)),
  );
});

// Keeps the pages of a deputy readable without connection, also after a reload. Browsers allow it only
// where the certificate is trusted; everything works without it. What is entered waits in phone.js.
"use strict";

const CACHE = "deputy";
const PATIENCE = 5000; // milliseconds: a bad Wi-Fi often does not even say no

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// A page that was there before: it names itself and what it needs.
addEventListener("message", (event) => {
  event.waitUntil(Promise.all(event.data.map(async (url) => keep(new Request(url), await fetch(url)))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith("/static/")) event.respondWith(fetchOnce(request));
  else if (pathname.startsWith("/deputy")) event.respondWith(fetchNewest(request));
});

// The address of such a file changes with its content.
async function fetchOnce(request) {
  return (await caches.match(request, { ignoreVary: true })) || keep(request, await fetch(request));
}

async function fetchNewest(request) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  try {
    const answer = await fetch(request, { signal: giveUp.signal });
    if (answer.status === 401) await caches.delete(CACHE); // no longer let in: nothing stays here
    return await keep(request, answer);
  } catch (error) {
    const copy = await caches.match(request, { ignoreVary: true });
    if (!copy) throw error;
    const headers = new Headers(copy.headers);
    headers.set("x-from-cache", "1");
    return new Response(copy.body, { status: copy.status, headers });
  } finally {
    clearTimeout(timer);
  }
}

async function keep(request, answer) {
  if (answer.status === 200) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

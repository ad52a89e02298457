/* The service worker of the referee's pages. Whatever the network answers is shown; only where it does not answer, a page comes out of the
   store, with the moment at which it was true written into it. Entries and parts of pages never come out of it.

   RELEASE stands above this line when it is served: with every release everything is fetched anew. */

const FILES = `quesai-files-${RELEASE}`;
const PAGES = `quesai-pages-${RELEASE}`;
const OWNER = "/referee/owner"; // where the store says whose pages it keeps
const PATIENCE = 4000;
const FRESH = 5 * 60 * 1000;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy());
});

async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith("quesai-") && name !== FILES && name !== PAGES) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === "POST" && url.pathname.startsWith("/accounts/")) event.respondWith(change(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate" && url.pathname.startsWith("/referee/")) event.respondWith(page(request, url, event));
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request));
});

/* Somebody comes or goes: whoever has the phone next sees nothing of what was here, nor of what was on its way meanwhile. */
let era = 0;

async function change(request) {
  await forget();
  try {
    return await fetch(request);
  } finally {
    await forget();
  }
}

function forget() {
  era += 1;
  return caches.delete(PAGES);
}

/* The network's answer, unless it takes longer than a referee waits and there is something else to show. */
async function within(asked, other) {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const first = await Promise.race([asked.catch(() => null), late]);
  if (first && first.status < 500) return first;
  return (await other()) ?? asked;
}

async function page(request, url, event) {
  const since = era;
  const asked = fetch(request);
  const kept = asked.then((response) => keepPage(url, response.clone(), since)).catch(() => null);
  event.waitUntil(kept);
  return within(asked, () => match(PAGES, url.pathname));
}

const match = async (store, key) => (await caches.open(store)).match(key);

async function file(request) {
  return within(fetch(request), () => match(FILES, request));
}

/* A copy with the moment written into it, so that it can never pass for a new one. */
async function keepPage(url, response, since) {
  const html = response.ok && !response.redirected && (response.headers.get("Content-Type") ?? "").startsWith("text/html");
  if (!html || url.searchParams.has("part")) return;
  const text = await response.text();
  const at = new Date().toISOString();
  const stamped = text.replace("<head>", `<head>\n  <meta name="quesai-stored" content="${at}">`);
  const headers = { "Content-Type": "text/html; charset=utf-8", "X-Stored": at };
  const policy = response.headers.get("Content-Security-Policy");
  if (policy) headers["Content-Security-Policy"] = policy;
  if (since !== era) return;
  await (await caches.open(PAGES)).put(url.pathname, new Response(stamped, { headers }));
  if (since !== era) await caches.delete(PAGES);
}

self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data).then(() => event.source.postMessage({ kept: true })));
});

async function keep({ user, files, pages }) {
  const store = await caches.open(PAGES);
  const owner = await (await store.match(OWNER))?.text();
  if (owner !== user) {
    for (const key of await store.keys()) await store.delete(key);
    await store.put(OWNER, new Response(user));
  }
  await Promise.all([...files.map(keepFile), ...pages.map(fetchPage)]);
}

async function keepFile(address) {
  const store = await caches.open(FILES);
  try {
    const response = await fetch(address);
    if (response.ok) await store.put(address, response);
  } catch {
    return; // without network what is there stays
  }
}

/* The other tables of the referee, where they were not fetched lately. */
async function fetchPage(address) {
  const url = new URL(address);
  const since = era;
  const there = await match(PAGES, url.pathname);
  if (there && Date.now() - Date.parse(there.headers.get("X-Stored")) < FRESH) return;
  try {
    await keepPage(url, await fetch(address, { credentials: "same-origin", redirect: "manual" }), since);
  } catch {
    return; // without network what is there stays
  }
}

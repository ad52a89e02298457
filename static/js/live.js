/* Parts of a page that refresh themselves.

   <div data-live="/t/x/standings/?part=1" data-version="123">…</div> is asked for every 3 seconds (data-every: so many milliseconds) with
   ?v=123, while the page is visible. 204: nothing new. 200: the new inside of the element, morphed into the old one, so that scroll, focus, open
   <details> and what was typed stay; X-Version is its version. Of a part that it was sent before (held=1) it may be sent the changed lines
   only, as tournament/live.py writes them. Rows marked data-row (with a value that names the row) glow once when their text has changed.
   A part with data-settled in it will not change any more and is asked for no longer.
   Without network a badge says how old the page is, and the waiting grows up to 15 seconds. A page that came out of the browser's own
   store (<meta name="quesai-stored" content="when">) is as old as that says, and asks at once.

   Events on the element, bubbling: quesai:refreshed (detail.version), quesai:offline, quesai:online.
   The event quesai:refresh, sent to the element, asks at once. */

const EVERY = 3000;
const CHANGES = "application/vnd.quesai.changes+json";
const SLOWEST = 15000;
const PATIENCE = 10000;
const zones = new Map();

const jitter = (ms) => ms * (0.88 + Math.random() * 0.24);
const every = (zone) => Number(zone.dataset.every) || EVERY;
const stored = () => document.querySelector('meta[name="quesai-stored"]')?.content;
const awake = () => document.visibilityState === "visible";

function address(zone) {
  const url = new URL(zone.dataset.live, location.href);
  if (zones.get(zone)?.held) url.searchParams.set("held", "1");
  url.searchParams.set("v", zone.dataset.version ?? "");
  return url;
}

function schedule(zone, wait) {
  const state = zones.get(zone);
  if (!state || state.stopped) return;
  clearTimeout(state.timer);
  if (awake()) state.timer = setTimeout(() => ask(zone), jitter(wait));
}

async function ask(zone) {
  const state = zones.get(zone);
  if (!state || state.busy || state.stopped) return;
  if (!zone.isConnected) {
    forget(zone);
    return;
  }
  clearTimeout(state.timer);
  if (!awake()) return;
  state.busy = true;
  try {
    await fetchInto(zone, state);
    state.failures = 0;
  } catch {
    state.failures += 1;
  } finally {
    state.busy = false;
  }
  showNetwork(zone, state);
  schedule(zone, Math.min(every(zone) * 2 ** state.failures, SLOWEST));
}

async function fetchInto(zone, state) {
  const url = address(zone);
  const response = await fetch(url, {
    credentials: "same-origin",
    cache: "no-store",
    headers: { "X-Requested-With": "live", "HX-Request": "true" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  tellTime(response);
  const version = response.headers.get("X-Version");
  if (response.status === 204) {
    state.seen = new Date();
    // The same content under a newer version. Somebody may have put something else into the element meanwhile.
    if (version && address(zone).href === url.href) zone.dataset.version = version;
    return;
  }
  // Logged out, unpublished or gone: what is on the screen stays, and nobody is asked again.
  if (response.redirected || [401, 403, 404, 410].includes(response.status)) {
    state.stopped = true;
    return;
  }
  if (!response.ok) throw new Error(`status ${response.status}`);
  const { before, part } = await unpacked(response, state.held);
  // Somebody may have pressed a button meanwhile, and the page then shows something newer than this answer.
  if (address(zone).href !== url.href) return;
  put(zone, before + part);
  state.held = response.headers.has("X-Before") || isChanges(response) ? part : "";
  if (version) zone.dataset.version = version;
  state.seen = new Date();
  state.stopped = zone.querySelector("[data-settled]") !== null;
  zone.dispatchEvent(new CustomEvent("quesai:refreshed", { bubbles: true, detail: { version } }));
}

const isChanges = (response) => (response.headers.get("Content-Type") ?? "").startsWith(CHANGES);

/* An answer as what stands above the part, and the part: as it was sent, or made from the lines that are held. */
async function unpacked(response, held) {
  if (!isChanges(response)) {
    const html = await response.text();
    const length = Number(response.headers.get("X-Before") ?? 0);
    return { before: html.slice(0, length), part: html.slice(length) };
  }
  const { before, changes } = await response.json();
  const lines = held.split("\n");
  const made = changes.flatMap((one) => (typeof one === "string" ? [one] : lines.slice(one[0], one[0] + one[1])));
  return { before, part: made.join("\n") };
}

/* Clocks go by the server's time, and every answer says what that is. */
function tellTime(response) {
  const now = Date.parse(response.headers.get("Date") ?? "");
  if (now) document.dispatchEvent(new CustomEvent("quesai:server-time", { detail: { now } }));
}

const rows = (zone) => new Map([...zone.querySelectorAll("[data-row]")].map((row) => [row.dataset.row, row]));
const words = (row) => row.textContent.replace(/\s+/g, " ").trim();

function typed(node) {
  if (node instanceof HTMLInputElement) {
    if (node.type === "checkbox" || node.type === "radio") return node.checked !== node.defaultChecked;
    return node.type !== "hidden" && node.value !== node.defaultValue;
  }
  if (node instanceof HTMLTextAreaElement) return node.value !== node.defaultValue;
  if (node instanceof HTMLSelectElement) {
    return [...node.options].some((option) => option.selected !== option.defaultSelected);
  }
  return false;
}

function put(zone, html) {
  const before = new Map([...rows(zone)].map(([key, row]) => [key, words(row)]));
  window.Idiomorph.morph(zone, html, {
    morphStyle: "innerHTML",
    // Idiomorph then leaves the whole inside of the active element alone, which only fields need.
    ignoreActiveValue: document.activeElement?.matches("input, select, textarea") ?? false,
    callbacks: {
      beforeNodeMorphed: (old) => !(typed(old) || old.hasAttribute?.("data-keep")),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details, dialog")),
    },
  });
  window.htmx?.process(zone);
  for (const [key, row] of rows(zone)) {
    if (before.has(key) && before.get(key) !== words(row)) glow(row);
  }
}

function glow(row) {
  row.classList.remove("glow");
  requestAnimationFrame(() => {
    row.classList.add("glow");
    setTimeout(() => row.classList.remove("glow"), 2600);
  });
}

function showNetwork(zone, state) {
  // One lost answer is not yet news: Wi-Fi in a hall drops packets all the time.
  const offline = state.failures > 1 || (state.failures > 0 && !navigator.onLine);
  if (offline === state.offline) return;
  state.offline = offline;
  zone.dispatchEvent(new CustomEvent(offline ? "quesai:offline" : "quesai:online", { bubbles: true }));
  badge();
}

function badge() {
  const lost = [...zones.values()].filter((state) => state.offline);
  let element = document.getElementById("offline-badge");
  if (!lost.length) {
    element?.remove();
    return;
  }
  if (!element) {
    const template = document.getElementById("offline-template");
    if (!template) return;
    element = template.content.firstElementChild.cloneNode(true);
    element.id = "offline-badge";
    document.body.append(element);
  }
  const oldest = new Date(Math.min(...lost.map((state) => (state.seen ?? new Date(stored())).getTime())));
  const time = oldest.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  element.querySelector("[data-offline-text]").textContent = document.body.dataset.offline.replace("{time}", time);
}

function forget(zone) {
  clearTimeout(zones.get(zone)?.timer);
  zones.delete(zone);
  badge();
}

function watch(root) {
  for (const zone of root.querySelectorAll?.("[data-live]") ?? []) {
    if (zones.has(zone)) continue;
    const old = Boolean(stored());
    zones.set(zone, { failures: old ? 1 : 0, offline: false, seen: old ? null : new Date(), timer: 0, busy: false, stopped: false, held: "" });
    zone.addEventListener("quesai:refresh", () => ask(zone));
    schedule(zone, old ? 0 : every(zone));
  }
}

function wake() {
  if (!awake()) return;
  for (const zone of zones.keys()) ask(zone);
}

document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("offline", wake);
window.addEventListener("pageshow", (event) => event.persisted && wake());
document.addEventListener("htmx:load", () => watch(document));
document.addEventListener("quesai:refreshed", (event) => watch(event.target));
watch(document);

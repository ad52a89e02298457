/* The outbox: every entry has an id made when it began, is kept on the phone until it was answered, and is sent again with
   the same id after a lost answer or a reload, so that the server can tell a repetition from a second entry.

   One entry waits for each table. send(entry) takes {id, kind, url, table, body}; what becomes of it is told by the event
   "referee:entry" on the document, detail {state, entry, answer, tries}: sending, waiting (it is tried again by itself), login
   (the reader is logged out), answered, refused, gone (no such table for this user), dropped. Nothing here knows what an entry
   means. */

const USER = document.querySelector('meta[name="quesai-user"]')?.content ?? "";
const PREFIX = `quesai:entry:${USER}:`;
/* Where the page of a table keeps what is being typed. */
export const draftKey = (table) => `quesai:draft:${USER}:${table}`;
const REFUSED = `quesai:refused:${USER}:`;
const DELAYS = [1000, 2000, 4000, 8000, 15000];
const PATIENCE = 10000;

const unsaved = new Map(); // where the browser keeps nothing, entries live as long as the page
const jobs = new Map();

function keep(key, value) {
  unsaved.set(key, value);
  try {
    localStorage.setItem(key, JSON.stringify(value));
    unsaved.delete(key);
  } catch {
    return; // storage is off or full: the map has it
  }
}

function take(key) {
  const value = unsaved.get(key) ?? null;
  if (value) return value;
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is off, or somebody else wrote there
  }
}

function drop(key) {
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    return; // storage is off: there was nothing
  }
}

function keys() {
  const found = new Set([...unsaved.keys()].filter((key) => key.startsWith(PREFIX)));
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) found.add(key);
  } catch {
    return found; // storage is off
  }
  return found;
}

/* 128 random bits. crypto.randomUUID does not exist on plain http. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const pending = (table) => take(PREFIX + table);
export const pendingCount = () => keys().size;

/* What was refused while the page of its table was not open: told once, when it is. */
export function takeRefused(table) {
  const found = take(REFUSED + table);
  drop(REFUSED + table);
  return found;
}

export const keepRefused = (entry, answer) => keep(REFUSED + entry.table, { entry, answer });

export function send(entry) {
  const waiting = pending(entry.table);
  if (waiting && waiting.id !== entry.id) return false;
  keep(PREFIX + entry.table, entry);
  attempt(entry);
  return true;
}

/* Try everything that waits, now: when a page opens, when the network is back, when somebody presses the button. */
export function sendAll() {
  for (const key of keys()) {
    const entry = take(key);
    if (entry) attempt(entry);
    else drop(key);
  }
}

/* Give up what waits for a table. */
export function dropPending(table) {
  const entry = pending(table);
  if (!entry) return;
  clearTimeout(jobs.get(entry.id)?.timer);
  jobs.delete(entry.id);
  drop(PREFIX + table);
  tell("dropped", entry);
}

/* An entry that was answered is no draft any more, also where its page is not open. */
export function dropDraft(table) {
  try {
    sessionStorage.removeItem(draftKey(table));
  } catch {
    return; // storage is off: there was none
  }
}

const tell = (state, entry, answer = null) =>
  document.dispatchEvent(
    new CustomEvent("referee:entry", { detail: { state, entry, answer, tries: jobs.get(entry.id)?.tries ?? 0 } }),
  );

async function attempt(entry) {
  const job = jobs.get(entry.id) ?? { tries: 0, busy: false, timer: 0 };
  jobs.set(entry.id, job);
  if (job.busy) return;
  clearTimeout(job.timer);
  job.busy = true;
  tell("sending", entry);
  const { state, answer } = await post(entry);
  job.busy = false;
  if (state === "waiting" || state === "login") {
    const delay = DELAYS[Math.min(job.tries, DELAYS.length - 1)];
    job.tries += 1;
    job.timer = setTimeout(() => attempt(entry), delay * (0.85 + Math.random() * 0.3));
  } else {
    jobs.delete(entry.id);
    if (pending(entry.table)?.id === entry.id) drop(PREFIX + entry.table);
  }
  tell(state, entry, answer);
}

async function post(entry) {
  try {
    let response = await request(entry);
    if (response.status === 403) {
      if ((await freshToken(entry)) === "login") return { state: "login" };
      response = await request(entry);
    }
    if (response.type === "opaqueredirect") return { state: "login" };
    if (response.status === 404) return { state: "gone" };
    if (![200, 400, 409, 422].includes(response.status)) return { state: "waiting" };
    const answer = await response.json();
    // Whatever stands between phone and server (a captive portal) may answer 200 too: the server's answer names the entry.
    if (response.status !== 400 && answer.client_id !== entry.id) return { state: "waiting" };
    return { state: response.ok ? "answered" : "refused", answer };
  } catch {
    return { state: "waiting" };
  }
}

function request(entry) {
  return fetch(entry.url, {
    method: "POST",
    credentials: "same-origin",
    cache: "no-store",
    redirect: "manual",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
    body: JSON.stringify({ ...entry.body, client_id: entry.id }),
    signal: AbortSignal.timeout(PATIENCE),
  });
}

const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

/* Logging in anew changes the token of this page: read it from the page itself, where that does not lead to the login. */
async function freshToken(entry) {
  const response = await fetch(entry.table, { credentials: "same-origin", cache: "no-store", redirect: "manual" });
  if (response.type === "opaqueredirect") return "login";
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const headers = page.body.getAttribute("hx-headers");
  if (response.ok && headers) document.body.setAttribute("hx-headers", headers);
  return "";
}

window.addEventListener("online", sendAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && sendAll());
document.addEventListener("click", (event) => event.target.closest?.("[data-send-now]") && sendAll());

/* The number of entries that wait, wherever a page shows it; while one is simply on its way there is nothing to say. */
let late = pendingCount() > 0;

function count() {
  const number = pendingCount();
  for (const element of document.querySelectorAll("[data-waiting]")) {
    element.hidden = !late || number === 0;
    const figure = element.querySelector("[data-waiting-count]");
    if (figure) figure.textContent = number;
  }
}

document.addEventListener("referee:entry", ({ detail }) => {
  if (detail.state === "waiting" || detail.state === "login") late = true;
  if (pendingCount() === 0) late = false;
  count();
});
window.addEventListener("storage", count);
count();

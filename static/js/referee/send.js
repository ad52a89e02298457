/* Sends what waits: the entries of a table in their order, each again and again with the same id until it was answered.

   What becomes of an entry is told by the event "referee:entry" on the document, detail {state, entry, answer, tries}: sending, waiting (it
   is tried again by itself), login (the reader is logged out), gone (no such table for this user), answered, refused. What was answered is
   out of the outbox; what was refused is held in it, with all that is behind it, until the referee has decided. */

import { addNote, done, draftKey, entries, first, isThere, keepState, pageOf, rebase, remove, shift, tables, update } from "./outbox.js";

const DELAYS = [1000, 2000, 4000, 8000, 15000];
const PATIENCE = 10000;
const ANSWERS = [200, 202, 400, 409, 422];
const jobs = new Map();

const jobOf = (table) => {
  if (!jobs.has(table)) jobs.set(table, { tries: 0, busy: false, timer: 0 });
  return jobs.get(table);
};

/* Try everything that waits, now: when a page opens, when the network is back, when somebody presses the button. */
export function sendAll() {
  for (const table of tables()) sendNext(table);
}

export async function sendNext(table) {
  const job = jobOf(table);
  if (job.busy) return;
  clearTimeout(job.timer);
  const entry = first(table);
  if (!entry || entry.held) return;
  job.busy = true;
  update({ ...entry, tried: true });
  tell("sending", entry);
  const { state, answer } = await post(entry);
  job.busy = false;
  settle(entry, state, answer, job);
}

function settle(entry, state, answer, job) {
  if (["waiting", "login", "gone"].includes(state)) {
    const delay = DELAYS[Math.min(job.tries, DELAYS.length - 1)];
    job.tries += 1;
    job.timer = setTimeout(() => sendNext(entry.table), delay * (0.85 + Math.random() * 0.3));
    tell(state, entry);
    return;
  }
  job.tries = 0;
  if (isThere(entry)) {
    if (state === "answered") arrived(entry, answer);
    else update({ ...entry, tried: false, held: heldWith(answer) });
  }
  if (answer.html) {
    keepState(pageOf(entry.table), { html: answer.html, version: answer.version, at: Date.now() });
  }
  tell(state, entry, answer);
  sendNext(entry.table);
}

const heldWith = ({ code = "malformed", message = "", field = "", current = {} }) => ({ code, message, field, current: current ?? {} });

function arrived(entry, answer) {
  if (!answer.answer?.already) {
    done(entry);
    if (answer.kept) addNote(pageOf(entry.table), answer.message);
    else shift(entry.table, answer.answer.version - entry.version - 1);
  } else {
    // It is somebody else's: an undo of mine does not mean it.
    remove(entry);
    addNote(pageOf(entry.table), answer.message);
    rebase(entry.table, answer.answer.version);
  }
}

/* An entry that was answered is no draft any more, also where its page is not open. */
export function dropDraft(table) {
  try {
    sessionStorage.removeItem(draftKey(table));
  } catch {
    return; // storage is off: there was none
  }
}

function tell(state, entry, answer = null) {
  const detail = { state, entry, answer, tries: jobOf(entry.table).tries };
  document.dispatchEvent(new CustomEvent("referee:entry", { detail }));
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
    if (!ANSWERS.includes(response.status)) return { state: "waiting" };
    const answer = await response.json();
    // Whatever stands between phone and server (a captive portal) may answer 200 too: the server's answer names the entry.
    if (response.status !== 400 && answer.client_id !== entry.id) return { state: "waiting" };
    // 202: its table is closed, so that it waits for the chief referee, not on this phone.
    return { state: response.ok ? "answered" : "refused", answer: { ...answer, kept: response.status === 202 } };
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
    body: JSON.stringify({ ...entry.body, version: entry.version, client_id: entry.id }),
    signal: AbortSignal.timeout(PATIENCE),
  });
}

export const token = () => JSON.parse(document.body.getAttribute("hx-headers") ?? "{}")["X-CSRFToken"] ?? "";

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

/* The number of entries that wait, wherever a page shows it: of all tables, or of the one that it names. While a single one is simply on
   its way there is nothing to say. */
let late = entries().length > 0;

export function count() {
  const waiting = entries();
  for (const element of document.querySelectorAll("[data-waiting]")) {
    const table = element.dataset.waiting;
    const number = table ? waiting.filter((entry) => pageOf(entry.table) === table).length : waiting.length;
    element.hidden = number === 0 || !(late || number > 1 || waiting[0].held);
    const figure = element.querySelector("[data-waiting-count]");
    if (figure) figure.textContent = number;
  }
}

document.addEventListener("referee:entry", ({ detail }) => {
  if (["waiting", "login", "gone"].includes(detail.state)) late = true;
  if (entries().length === 0) late = false;
  count();
});
window.addEventListener("storage", count);
count();

/* What the page knows of the table, and the small tools that every part of it uses. */

import { add, entries, keepState, lastState, newId, rebase, remove, update } from "./outbox.js";
import { project } from "./project.js";
import { count, sendNext } from "./send.js";

export const zone = document.getElementById("table");
export const here = zone.dataset.here;
export const words = document.getElementById("words").dataset;
const listeners = [];
const followers = [];

const read = () => JSON.parse(document.getElementById("table-data").textContent);

/* What the server said last, and the table that the page shows: the same with everything that waits to be sent. */
export let server = read();
export let data = project(server, entries(here));

/* Called with (now, before) whenever the table is another one. */
export const onChange = (listener) => listeners.push(listener);

/* Called with (before, after) when what this phone itself did has changed the version, or a call: that makes no draft stale. */
export const onOwn = (follower) => followers.push(follower);

export const one = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/* A sentence of the page with its {names} filled in. */
export function say(name, values = {}) {
  return words[name].replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

export function signed(number) {
  return number > 0 ? `+${number}` : String(number).replace("-", "−");
}

export function score(number) {
  const element = document.createElement("span");
  element.className = number > 0 ? "gain" : number < 0 ? "loss" : "even";
  element.textContent = signed(number);
  return element;
}

/* What of the version of a table comes from entries that can make another one stale. */
const counted = (state) => state.version - state.aside;

function look(own) {
  const before = data;
  server = read();
  data = project(server, entries(here));
  if (own || counted(data) === counted(before)) for (const follower of followers) follower(before.version, data.version);
  for (const listener of listeners) listener(data, before);
  count();
}

zone.addEventListener("quesai:refreshed", () => {
  remember();
  look(false);
});

// Another page of this phone has entered something.
window.addEventListener("storage", (event) => event.key?.includes(here) && look(true));

/* The newest state is kept, since the page that the browser has for a time without network may be older. */
function remember() {
  const copy = zone.cloneNode(true);
  for (const part of copy.querySelectorAll("[data-keep]")) part.replaceChildren();
  keepState(here, { html: copy.innerHTML, version: zone.dataset.version, at: Date.now() });
}

function typed(node) {
  if (node.matches?.("[type=radio], [type=checkbox]")) return node.checked !== node.defaultChecked;
  return node.matches?.("input, textarea") && node.value !== node.defaultValue;
}

function morph(html) {
  window.Idiomorph.morph(zone, html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: document.activeElement?.matches("input, textarea") ?? false,
    callbacks: {
      beforeNodeMorphed: (old) => !(typed(old) || old.hasAttribute?.("data-keep")),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details, dialog")),
    },
  });
}

/* Put the state that came with an answer on the page, as the live refresh does: what is being typed stays. */
export function put(answer, own) {
  if (answer?.html) {
    morph(answer.html);
    zone.dataset.version = answer.version;
  }
  look(own);
}

/* Without network the page comes out of the browser's store. What the server said last may be newer, and is then shown. */
export function restore() {
  const stored = document.querySelector('meta[name="quesai-stored"]');
  const last = stored && lastState(here);
  if (!last || last.at < Date.parse(stored.content)) return;
  stored.content = new Date(last.at).toISOString();
  put(last, false);
}

/* An entry begins: its id, and the version of the table that its author sees, stay with it until it was answered. */
export const begin = () => ({ id: newId(), version: data.version });

/* Nothing can be entered: the referee must decide about what was refused first, or it is not known what undoing leaves. */
export const busy = () => data.held !== null || data.blocked;

const mends = (begun) => data.held?.id === begun.id;
export const mayEnter = (begun) => !busy() || Boolean(begun && mends(begun));

/* Put an entry into the outbox, or in the place of the one that was refused; it is sent as soon as that can be. */
export function submit(kind, begun, body, label, more = {}) {
  if (!mayEnter(begun)) return false;
  const fields = { id: begun.id, kind, table: here, url: `${here}${kind}/`, body, label, ...more };
  if (mends(begun)) {
    update({ ...data.held, ...fields, held: null });
    rebase(here, server.version);
  } else add({ ...fields, version: begun.version, at: Date.now() });
  changed();
  return true;
}

/* The referee has decided about the entry that was refused: `decide` changes the queue, which then goes on from the table as it is. */
export function settle(decide) {
  decide();
  rebase(here, server.version);
  changed();
}

/* Take an entry out that was never sent. */
export function withdraw(entry) {
  remove(entry);
  changed();
}

function changed() {
  look(true);
  sendNext(here);
}

/* Show a refusal at the field that it belongs to, else at the end of the form. */
export function showError(root, field, message) {
  clearErrors(root);
  const place = all("[data-error]", root).find((slot) => slot.dataset.error === field && field) ??
    all("[data-error]", root).find((slot) => slot.dataset.error === "");
  if (!place) return;
  place.textContent = message;
  place.hidden = false;
  place.scrollIntoView({ block: "nearest" });
}

export function clearErrors(root) {
  for (const slot of all("[data-error]", root)) {
    slot.hidden = true;
    slot.textContent = "";
  }
}

/* What a screen reader is to say. */
export function speak(text) {
  document.getElementById("spoken").textContent = text;
}

/* A message above the table, until it is dismissed or the next one comes. */
export function note(message, template = "note-template") {
  const box = document.getElementById("says");
  box.replaceChildren();
  if (!message) return;
  box.append(document.getElementById(template).content.cloneNode(true));
  one("[data-text]", box).textContent = message;
  box.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => event.target.closest?.("[data-dismiss]") && note(""));

/* A button for each player, in drawn order, with the seat wind of the hand in question. */
export function people(box, winds, dealer) {
  const template = document.getElementById("person").content.firstElementChild;
  box.replaceChildren(
    ...data.seats
      .filter((seat) => seat.present)
      .map((seat) => {
        const button = template.cloneNode(true);
        const wind = one(".wind", button);
        wind.textContent = "东南西北"[winds[seat.seat]];
        wind.classList.toggle("wind--dealer", seat.seat === dealer);
        one(".person__name", button).textContent = seat.name;
        button.dataset.person = seat.seat;
        return button;
      }),
  );
}

export function press(box, seat) {
  for (const button of all("[data-person]", box)) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.person) === seat));
  }
}

/* Four columns: name, what changes, new total. */
export function preview(box, changes, totals) {
  box.replaceChildren(
    ...data.seats.map((seat, i) => {
      const cell = document.createElement("div");
      const name = document.createElement("span");
      name.textContent = seat.name;
      const strong = document.createElement("strong");
      strong.append(score(changes[i]));
      const total = document.createElement("span");
      total.className = "muted";
      total.textContent = signed(totals[i]);
      cell.append(name, strong, total);
      return cell;
    }),
  );
}

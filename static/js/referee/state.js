/* What the server says about the table, and the small tools that every part of its page uses. */

import { newId, pending, send } from "./send.js";

export const zone = document.getElementById("table");
export const here = zone.dataset.here;
const words = document.getElementById("words").dataset;
const listeners = [];

const read = () => JSON.parse(document.getElementById("table-data").textContent);

/* The table as JSON, always the state that the page shows. */
export let data = read();

/* Called with (now, before) whenever the state on the page is another one. */
export const onChange = (listener) => listeners.push(listener);

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

function changed() {
  const before = data;
  data = read();
  for (const listener of listeners) listener(data, before);
}

zone.addEventListener("quesai:refreshed", changed);

function typed(node) {
  if (node.matches?.("[type=radio], [type=checkbox]")) return node.checked !== node.defaultChecked;
  return node.matches?.("input, textarea") && node.value !== node.defaultValue;
}

/* Put the state that came with an answer on the page, as the live refresh does: what is being typed stays. */
export function put(answer) {
  if (!answer?.html) return;
  window.Idiomorph.morph(zone, answer.html, {
    morphStyle: "innerHTML",
    ignoreActiveValue: document.activeElement?.matches("input, textarea") ?? false,
    callbacks: {
      beforeNodeMorphed: (old) => !(typed(old) || old.hasAttribute?.("data-keep")),
      beforeAttributeUpdated: (name, node) => !(name === "open" && node.matches("details, dialog")),
    },
  });
  zone.dataset.version = answer.version;
  changed();
}

/* An entry begins: its id, and the version of the table that its author sees, stay with it until it was answered. */
export const begin = () => ({ id: newId(), version: data.version });

export const busy = () => pending(here) !== null;

export function submit(kind, begun, body) {
  return send({ id: begun.id, kind, table: here, url: `${here}${kind}/`, body: { ...body, version: begun.version } });
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

/* What waits to be sent, as a list: which hand, what, since when; and what was said of entries that are out of it. */

import { callsOf, dropNotes, entries, isKept, notes, pageOf, remove } from "./outbox.js";
import { all, data, here, note, one, onChange, say, withdraw } from "./state.js";

const list = document.querySelector("[data-outbox]");
const said = document.getElementById("kept");

const clock = (ms) => new Date(ms).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

function line(entry) {
  const item = document.getElementById("outbox-line").content.firstElementChild.cloneNode(true);
  one("[data-what]", item).textContent = entry.label;
  one("[data-at]", item).textContent = clock(entry.at);
  return item;
}

function render() {
  document.getElementById("unkept").hidden = isKept();
  const waiting = [...entries(callsOf(here)), ...data.waiting];
  list.replaceChildren(...waiting.map(line));
  one("[data-drop-list]").replaceChildren(...waiting.map(line));
}

function renderNotes() {
  const texts = notes(here);
  said.hidden = texts.length === 0;
  one("ul", said).replaceChildren(
    ...texts.map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-drop], [data-kept-read]");
  if (!button) return;
  if (button.hasAttribute("data-kept-read")) {
    dropNotes(here);
    renderNotes();
    return;
  }
  button.closest("dialog").close();
  const [first, ...rest] = entries(here);
  for (const entry of [...rest, ...entries(callsOf(here))]) remove(entry);
  if (first) withdraw(first);
  note("");
});

document.addEventListener("referee:entry", ({ detail: { state, entry, tries } }) => {
  if (pageOf(entry.table) !== here) return;
  one("[data-stuck]").hidden = tries < 3 && state !== "gone";
  if (state === "login") note(say("login"), "login-template");
  else if (state === "gone") note(say("gone"));
  else if (state === "answered") renderNotes();
});

onChange(render);
render();
renderNotes();

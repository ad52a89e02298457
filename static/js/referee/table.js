/* The page of one table: views, and what becomes of the entries that were sent. */

import "./announced.js";
import "./call.js";
import { render } from "./hand.js";
import { beginForm, undoable } from "./forms.js";
import "./grid.js";
import { render as renderHeld } from "./held.js";
import "./offline.js";
import { pageOf } from "./outbox.js";
import { paint } from "./paint.js";
import { openPenalty } from "./penalty.js";
import { dropDraft, sendAll } from "./send.js";
import "./sign.js";
import { all, busy, data, here, note, one, onChange, put, restore, say, zone } from "./state.js";
import "./waiting.js";

/* What was saved, on the floor and on the sheet: one of them is to be seen. */
function showSaved(text) {
  for (const line of all(".ref__saved")) {
    line.replaceChildren(document.getElementById("saved-template").content.cloneNode(true));
    one("[data-text]", line).textContent = text;
    line.hidden = false;
  }
}

document.addEventListener("referee:entry", ({ detail }) => {
  const { state, entry, answer } = detail;
  if (pageOf(entry.table) !== here) {
    if (state === "refused") note(say("otherTable", { what: answer.message }));
    if (state === "answered" && entry.kind === "hand") dropDraft(entry.table);
    return;
  }
  zone.dataset.offline = state === "waiting" ? "yes" : "no";
  if (state !== "answered" && state !== "refused") return;
  const aside = entry.table !== here;
  put(answer, !aside);
  if (aside) return;
  if (state === "answered" && !answer.kept && !answer.answer?.already) {
    showSaved(entry.kind === "undo" ? say("undone") : say("saved", { what: answer.message }));
  }
});

/* The floor or the sheet: by button, or by a stroke to the side. */
function view(name) {
  zone.dataset.view = name;
  for (const button of all("button[data-view]", zone)) button.setAttribute("aria-pressed", String(button.dataset.view === name));
}

let touch = null;
zone.addEventListener("touchstart", (event) => {
  const calm = event.touches.length === 1 && zone.dataset.step !== "fan";
  touch = calm && !event.target.closest(".scroll, .strip, dialog, input") ? event.touches[0] : null;
}, { passive: true });
zone.addEventListener("touchend", (event) => {
  if (!touch) return;
  const [end] = event.changedTouches;
  const [right, down] = [end.clientX - touch.clientX, end.clientY - touch.clientY];
  touch = null;
  if (Math.abs(right) > 90 && Math.abs(down) < 50) view(right < 0 ? "sheet" : "floor");
}, { passive: true });

function askUndo() {
  const last = undoable();
  if (!last || busy()) return;
  one("[data-undo-what]").textContent = last.what;
  beginForm(one("#undo form"));
  document.getElementById("undo").showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.view) view(button.dataset.view);
  else if (button.dataset.act === "penalty") openPenalty();
  else if (button.dataset.act === "undo") askUndo();
  else if (button.hasAttribute("data-before-time")) {
    zone.dataset.late = "yes";
    render();
  } else if (button.hasAttribute("data-play-on")) {
    delete zone.dataset.closing;
    render();
  } else if (button.hasAttribute("data-closing")) {
    zone.dataset.closing = "yes";
    render();
    document.getElementById("closing").scrollIntoView();
  } else if (button.hasAttribute("data-all-agree")) {
    for (const radio of all("[value=agreed]", button.form)) radio.click();
  }
});

/* While something must be decided nothing else can be sent, and every button says so. */
function renderBusy() {
  zone.dataset.busy = busy() ? "yes" : "no";
  for (const button of all("form[data-entry] [data-save], form[data-entry] [name=swapped]", zone)) button.disabled = busy();
}

onChange((now) => {
  view(zone.dataset.view);
  if (now.waits !== "close") delete zone.dataset.late;
  document.dispatchEvent(new Event("quesai:clock"));
  renderBusy();
});

view("floor");
restore();
paint();
render();
renderHeld();
renderBusy();
sendAll();

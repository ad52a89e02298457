/* The page of one table: views, and what becomes of the entries that were sent. */

import { correctionAnswered, correctionRefused, renderSave as renderCorrection } from "./correction.js";
import { handAnswered, handRefused, keepUp, render } from "./entry.js";
import { beginForm, formAnswered, formRefused } from "./forms.js";
import { openPenalty, penaltyAnswered, penaltyRefused, renderSave as renderPenalty } from "./penalty.js";
import { dropDraft, dropPending, keepRefused, sendAll, takeRefused } from "./send.js";
import { all, busy, data, here, note, one, onChange, put, say, zone } from "./state.js";

/* What changes with an entry being on its way: nothing else can be sent, and every button says so. */
function renderBusy() {
  zone.dataset.busy = busy() ? "yes" : "no";
  for (const button of all("form[data-entry] [data-save], form[data-entry] [name=swapped], #acts [data-act=undo]")) {
    button.disabled = busy() || (button.dataset.act === "undo" && !data.undo);
  }
  render();
  renderPenalty();
  renderCorrection();
}

/* What was saved, on the floor and on the sheet: one of them is to be seen. */
function showSaved(text) {
  for (const line of all(".ref__saved")) {
    line.replaceChildren(document.getElementById("saved-template").content.cloneNode(true));
    one("[data-text]", line).textContent = text;
    line.hidden = false;
  }
}

function answered(entry, answer) {
  if (entry.kind === "hand") handAnswered();
  else if (entry.kind === "penalty") penaltyAnswered();
  else if (entry.kind === "correction") correctionAnswered();
  formAnswered(entry);
  note("");
  delete zone.dataset.closing;
  put(answer);
  keepUp();
  showSaved(entry.kind === "undo" ? say("undone") : say("saved", { what: answer.message }));
  if (entry.kind === "hand" || entry.kind === "round") view("floor");
}

function refused(entry, answer) {
  put(answer);
  one("[data-undo-what]").textContent = data.undo;
  if (entry.kind === "hand") return handRefused(entry, answer);
  if (entry.kind === "penalty") return penaltyRefused(entry, answer);
  if (entry.kind === "correction" ? correctionRefused(entry, answer) : formRefused(entry, answer)) return undefined;
  return note(answer.message);
}

document.addEventListener("referee:entry", ({ detail }) => {
  const { state, entry, answer } = detail;
  if (entry.table !== here) {
    if (state === "refused") {
      keepRefused(entry, answer);
      note(say("otherTable", { what: answer.message }));
    }
    if (state === "answered" && entry.kind === "hand") dropDraft(entry.table);
    return;
  }
  one("[data-stuck]").hidden = detail.tries < 3;
  zone.dataset.offline = state === "waiting" || state === "login" ? "yes" : "no";
  if (state === "answered") answered(entry, answer);
  else if (state === "refused") refused(entry, answer);
  else if (state === "login") note(say("login"), "login-template");
  else if (state === "gone") note(say("gone"));
  renderBusy();
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

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.view) view(button.dataset.view);
  else if (button.dataset.act === "penalty") openPenalty();
  else if (button.dataset.act === "undo" && data.undo && !busy()) {
    one("[data-undo-what]").textContent = data.undo;
    beginForm(one("#undo form"));
    document.getElementById("undo").showModal();
  } else if (button.hasAttribute("data-before-time")) {
    zone.dataset.late = "yes";
    render();
  } else if (button.hasAttribute("data-drop")) {
    button.closest("dialog").close();
    dropPending(here);
  } else if (button.hasAttribute("data-play-on")) {
    delete zone.dataset.closing;
    render();
  } else if (button.hasAttribute("data-closing")) {
    zone.dataset.closing = "yes";
    render();
    document.getElementById("closing").scrollIntoView();
  }
});

onChange((now) => {
  view(zone.dataset.view);
  if (now.waits !== "close") delete zone.dataset.late;
  zone.dataset.waits = now.waits;
  document.dispatchEvent(new Event("quesai:clock"));
  renderBusy();
});

zone.dataset.waits = data.waits;
view("floor");
const missed = takeRefused(here);
if (missed) refused(missed.entry, missed.answer);
sendAll();
renderBusy();

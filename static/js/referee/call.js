/* The chief referee is called, and answers: <form data-aside="KIND">. Such an entry overtakes whatever waits, and is sent also where something
   at the table must be decided first. */

import { describe } from "./describe.js";
import { add, callsOf, entries, newId, remove } from "./outbox.js";
import { sendNext } from "./send.js";
import { all, data, here, note, onChange, zone } from "./state.js";

const queue = callsOf(here);
let late = entries(queue).length > 0;

function render() {
  for (const refused of entries(queue).filter((entry) => entry.held)) {
    remove(refused);
    note(refused.held.message);
  }
  const waiting = entries(queue);
  late = late && waiting.length > 0;
  const calls = waiting.some((entry) => entry.kind === "call") || zone.querySelector("[data-call-waits]");
  zone.dataset.calling = calls ? "yes" : "no";
  document.getElementById("call-waits").hidden = !late;
  for (const button of all("[data-aside=answer] button", zone)) button.disabled = waiting.length > 0;
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-aside]");
  if (!form) return;
  event.preventDefault();
  const kind = form.dataset.aside;
  const body = Object.fromEntries(new FormData(form));
  add({ id: newId(), kind, table: queue, url: `${here}${kind}/`, body, label: describe(kind, body), version: data.version, at: Date.now() });
  form.reset();
  for (const dialog of all("dialog[open]")) dialog.close();
  render();
  sendNext(queue);
});

document.addEventListener("referee:entry", ({ detail: { state, entry } }) => {
  if (entry.table !== queue) return;
  late = late || state === "waiting";
  render();
});
onChange(render);
render();

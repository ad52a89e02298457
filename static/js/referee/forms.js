/* Forms that send one entry as they are: <form data-entry="KIND" data-key="…" data-values='{…}'>. The key names the thing that
   the form is about, so that its id stays the same however often the page is refreshed. */

import { all, begin, busy, clearErrors, data, one, showError, submit } from "./state.js";

const begun = new Map();

function entryOf(form) {
  const key = form.dataset.key;
  if (!begun.has(key)) begun.set(key, begin());
  return begun.get(key);
}

/* A form begins anew, on the table as it is now. */
export function beginForm(form) {
  clearErrors(form);
  begun.set(form.dataset.key, begin());
}

function values(form, button) {
  const found = JSON.parse(form.dataset.values ?? "{}");
  for (const [name, value] of new FormData(form)) if (!name.startsWith("agreement_")) found[name] = value;
  for (const field of all("[data-whole]", form)) found[field.name] = field.value === "" ? null : Number(field.value);
  if (button?.name === "swapped") found.swapped = button.value === "true";
  if (form.dataset.entry === "close") {
    found.agreements = [0, 1, 2, 3].map((seat) => one(`[name=agreement_${seat}]:checked`, form)?.value ?? "");
  }
  return found;
}

// What somebody answers on a form he answers for the table that he sees: its version is the one of his first touch.
document.addEventListener("input", (event) => {
  const form = event.target.closest?.("form[data-entry]");
  if (form) entryOf(form);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-entry]");
  if (!form) return;
  event.preventDefault();
  if (busy()) return;
  clearErrors(form);
  submit(form.dataset.entry, entryOf(form), values(form, event.submitter));
});

const formOf = (entry) =>
  all(`form[data-entry="${entry.kind}"]`).find((form) => begun.get(form.dataset.key)?.id === entry.id);

/* Whatever was answered: what else was begun goes on from the table that its author himself has just changed. */
export function formAnswered(entry) {
  const form = formOf(entry);
  begun.clear();
  if (!form) return;
  form.reset();
  form.closest("dialog")?.close();
}

/* True when a form is there to show the refusal. */
export function formRefused(entry, answer) {
  const form = formOf(entry);
  if (!form) return false;
  if (answer.code === "stale") begun.set(form.dataset.key, { ...begun.get(form.dataset.key), version: data.version });
  else if (answer.code === "id_reused") begun.delete(form.dataset.key);
  showError(form, answer.field, answer.message);
  return true;
}


/* Forms that send one entry as they are: <form data-entry="KIND" data-key="…" data-values='{…}'>. The key names the thing that
   the form is about, so that its id stays the same however often the page is refreshed. */

import { describe } from "./describe.js";
import { wasTried } from "./outbox.js";
import { signatures } from "./sign.js";
import { all, begin, busy, clearErrors, data, note, one, onOwn, say, showError, submit, withdraw, zone } from "./state.js";

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
    const signed = signatures(found.agreements);
    if (signed.some(Boolean)) found.signatures = signed;
  }
  return found;
}

/* What is missing is said at once: without network an answer may come only when nobody can give it any more. */
function missing(form, body) {
  const kind = form.dataset.entry;
  if (kind === "close") {
    const seat = data.seats.find((one_) => one_.present && !body.agreements[one_.seat]);
    if (seat) return [`agreement_${seat.seat}`, say("agreementMissing", { name: seat.name })];
    if (form.dataset.early === "yes" && !body.reason.trim()) return ["reason", say("earlyReason")];
    if (body.agreements.includes("refused") && !body.reason.trim()) return ["reason", say("refusedReason")];
  }
  if (["replay", "withdrawal", "dispute"].includes(kind) && !body.reason.trim()) return ["reason", say("reasonMissing")];
  return null;
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
  if (form.dataset.entry === "undo") return takeBack(form);
  const body = values(form, event.submitter);
  const wrong = missing(form, body);
  if (wrong) return showError(form, ...wrong);
  if (submit(form.dataset.entry, entryOf(form), body, describe(form.dataset.entry, body))) done(form);
});

/* What waits and was never sent is simply taken out again; anything else is taken back where it went. */
function takeBack(form) {
  const last = undoable();
  if (last && last.entry && !wasTried(last.entry)) withdraw(last.entry);
  else if (last) {
    const label = describe("undo", {}, { what: last.what });
    submit("undo", entryOf(form), {}, label, last.entry ? { of: last.entry.id } : {});
  }
  done(form);
}

/* The last act at the table as this page shows it: what waits comes after what the server has. */
export function undoable() {
  const undone = new Set(data.waiting.map((entry) => entry.of).filter(Boolean));
  const entry = data.waiting.filter((one_) => !["undo", "check"].includes(one_.kind) && !undone.has(one_.id)).at(-1);
  if (entry) return { entry, what: entry.label };
  return data.undo && !data.waiting.some((one_) => one_.kind === "undo" && !one_.of) ? { entry: null, what: data.undo } : null;
}

function done(form) {
  begun.delete(form.dataset.key);
  form.reset();
  form.closest("dialog")?.close();
  note("");
  delete zone.dataset.closing;
}

/* Own acts do not make stale what was begun before them. */
onOwn((before, after) => {
  for (const entry of begun.values()) if (entry.version === before) entry.version = after;
});

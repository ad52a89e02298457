/* A penalty or a warning: who, what, how much. Proposals, sizes and effects come from the rulebook through the server. */

import { describe } from "./describe.js";
import { penaltyEffect } from "./project.js";
import { all, begin, busy, clearErrors, data, mayEnter, note, one, onChange, onOwn, people, preview, press, say, showError, submit } from "./state.js";

const dialog = document.getElementById("penalty");
const form = one("form", dialog);
const details = one("[data-details]", dialog);
let entry = null;

const blank = () => ({ ...begin(), hand: data.hand, seat: null, kind: null, mode: "deduct", currency: "match_points", victim: null });

export function openPenalty(values = {}) {
  if (busy()) return;
  if (!entry) {
    form.reset();
    entry = blank();
  }
  Object.assign(entry, values);
  clearErrors(dialog);
  if (entry.seat !== null && entry.kind) propose();
  render();
  if (!dialog.open) dialog.showModal();
  form.scrollTop = 0;
}

/* What the rulebook proposes for this player and this kind, counted from what he already has. */
function propose() {
  const kind = data.penalties.kinds[entry.kind];
  const { mode, currency, amount } = kind.offers[entry.seat];
  Object.assign(entry, { mode, currency, victim: null });
  form.elements.amount.value = amount;
  form.elements.dead_hand.checked = kind.dead_hand;
}

function renderKinds() {
  const box = one("[data-kinds]", dialog);
  if (!box.childElementCount) {
    box.append(
      ...Object.entries(data.penalties.kinds).map(([code, kind]) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "btn btn--dense";
        button.dataset.kind = code;
        button.textContent = kind.name;
        return button;
      }),
    );
  }
  for (const button of all("[data-kind]", box)) button.setAttribute("aria-pressed", String(button.dataset.kind === entry.kind));
}

function renderSizes() {
  const box = one("[data-sizes]", dialog);
  const kind = data.penalties.kinds[entry.kind];
  const standard = entry.currency === "standard_points";
  const sizes = standard ? data.penalties.standard_sizes : [...new Set([0, ...kind.sizes])];
  box.replaceChildren(
    ...sizes.map((size) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "btn btn--dense";
      button.dataset.size = size;
      button.textContent = String(size).replace("1/2", "½");
      button.setAttribute("aria-pressed", String(form.elements.amount.value === String(size)));
      return button;
    }),
  );
}

function renderPreview() {
  const box = one("[data-preview]", dialog);
  const known = entry.seat !== null && entry.kind && entry.currency === "match_points" && form.elements.amount.value.trim();
  const changes = known ? penaltyEffect(data.penalties, { ...entry, amount: form.elements.amount.value }) : null;
  box.hidden = !changes;
  if (changes) preview(box, changes, data.seats.map((seat, i) => seat.total + changes[i]));
}

function render() {
  if (!entry) return;
  const winds = data.seats.map((seat) => seat.wind);
  const dealer = data.seats.findIndex((seat) => seat.dealer);
  for (const name of ["seat", "victim"]) {
    const box = one(`[data-people=${name}]`, dialog);
    people(box, winds, dealer);
    press(box, entry[name]);
  }
  renderKinds();
  const chosen = entry.seat !== null && entry.kind !== null;
  details.hidden = !chosen;
  if (chosen) {
    const kind = data.penalties.kinds[entry.kind];
    one("[data-disqualifies]", dialog).hidden = !kind.disqualifies;
    renderSizes();
    const { earlier } = kind.offers[entry.seat];
    const counted = one("[data-earlier]", dialog);
    counted.hidden = earlier === 0;
    counted.textContent = earlier ? say("earlier", { n: earlier }) : "";
    for (const button of all("[data-currency]", dialog)) button.setAttribute("aria-pressed", String(button.dataset.currency === entry.currency));
    for (const button of all("[data-mode]", dialog)) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === entry.mode));
      button.hidden = !data.penalties.modes[entry.currency].includes(button.dataset.mode);
    }
    const victims = one("[data-people=victim]", dialog);
    victims.hidden = entry.mode !== "pay_one";
    for (const button of all("[data-person]", victims)) button.hidden = Number(button.dataset.person) === entry.seat;
  }
  renderPreview();
  renderSave();
}

function renderSave() {
  one("[data-save]", dialog).disabled = !entry || !mayEnter(entry) || entry.seat === null || entry.kind === null;
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { person, kind, size, currency, mode } = button.dataset;
  if (person !== undefined) {
    entry[button.parentElement.dataset.people] = Number(person);
    if (button.parentElement.dataset.people === "seat" && entry.kind) propose();
  } else if (kind) {
    entry.kind = kind;
    if (entry.seat !== null) propose();
  } else if (size !== undefined) form.elements.amount.value = size;
  else if (currency) {
    Object.assign(entry, { currency, mode: data.penalties.modes[currency].includes(entry.mode) ? entry.mode : "deduct" });
    form.elements.amount.value = "";
  } else if (mode) entry.mode = mode;
  else return;
  clearErrors(dialog);
  render();
  if (kind !== undefined || person !== undefined) details.scrollIntoView({ block: "nearest" });
});

form.elements.amount.addEventListener("input", () => {
  renderSizes();
  renderPreview();
});

/* What can be told without asking the server. */
function missing() {
  const kind = data.penalties.kinds[entry.kind];
  if (!form.elements.amount.value.trim()) return ["amount", say("amountMissing")];
  if (entry.mode === "pay_one" && entry.victim === null) return ["victim", say("victimMissing")];
  if (entry.currency === "match_points" && !penaltyEffect(data.penalties, { ...entry, amount: form.elements.amount.value })) {
    return ["amount", say("amountWhole")];
  }
  return kind.disqualifies && !data.directs ? ["", say("chiefOnly")] : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!entry || !mayEnter(entry)) return;
  clearErrors(dialog);
  const wrong = missing();
  if (wrong) return void showError(dialog, ...wrong);
  const { seat, kind, mode, currency, victim } = entry;
  const { amount, dead_hand: dead, whole_table: whole, reason } = form.elements;
  const body = {
    seat,
    kind,
    mode,
    currency,
    victim: mode === "pay_one" ? victim : null,
    amount: amount.value,
    dead_hand: dead.checked,
    hand: whole.checked || entry.hand > data.plan.last ? null : entry.hand,
    reason: reason.value,
  };
  if (!submit("penalty", entry, body, describe("penalty", body))) return;
  entry = null;
  form.reset();
  dialog.close();
  note("");
});

/* The penalty that was refused is in the dialog again, with what is wrong with it. */
export function mendPenalty(sent) {
  const { body } = sent;
  form.elements.amount.value = body.amount;
  form.elements.dead_hand.checked = body.dead_hand;
  form.elements.whole_table.checked = body.hand === null;
  form.elements.reason.value = body.reason;
  const { seat, kind, mode, currency, victim } = body;
  entry = { id: sent.id, version: sent.version, seat, kind, mode, currency, victim, hand: body.hand ?? data.hand };
  render();
  dialog.showModal();
  showError(dialog, sent.held.field === "mode" ? "amount" : sent.held.field, sent.held.message);
}

// Closing the dialog gives the penalty up; one that was refused stays in the outbox.
dialog.addEventListener("close", () => {
  entry = null;
});
onOwn((before, after) => {
  if (entry && entry.version === before) entry.version = after;
});
onChange(() => {
  if (dialog.open && entry) render();
});
document.addEventListener("referee:penalty", (event) => openPenalty(event.detail));

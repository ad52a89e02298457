/* A penalty or a warning: who, what, how much. Proposals, sizes and effects come from the rulebook through the server. */

import { all, begin, busy, clearErrors, data, one, onChange, people, preview, press, say, showError, submit } from "./state.js";

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

function effect() {
  const amount = Number(form.elements.amount.value);
  const { effects } = data.penalties;
  const one_ = entry.mode === "pay_one" ? effects.pay_one[entry.seat]?.[entry.victim] : effects[entry.mode][entry.seat];
  if (entry.currency !== "match_points" || !one_ || !Number.isInteger(amount)) return null;
  return one_.map((each) => each * amount);
}

function renderPreview() {
  const box = one("[data-preview]", dialog);
  const changes = entry.seat !== null && entry.kind ? effect() : null;
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

export function renderSave() {
  one("[data-save]", dialog).disabled = busy() || !entry || entry.seat === null || entry.kind === null;
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || busy()) return;
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

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (busy() || !entry) return;
  clearErrors(dialog);
  const { seat, kind, mode, currency, victim } = entry;
  const { amount, dead_hand: dead, whole_table: whole, reason } = form.elements;
  submit("penalty", entry, {
    seat,
    kind,
    mode,
    currency,
    victim: mode === "pay_one" ? victim : null,
    amount: amount.value,
    dead_hand: dead.checked,
    hand: whole.checked || entry.hand > 16 ? null : entry.hand,
    reason: reason.value,
  });
  renderSave();
});

export function penaltyAnswered() {
  entry = null;
  form.reset();
  if (dialog.open) dialog.close();
}

function fromEntry(sent) {
  const { body } = sent;
  form.elements.amount.value = body.amount;
  form.elements.dead_hand.checked = body.dead_hand;
  form.elements.whole_table.checked = body.hand === null;
  form.elements.reason.value = body.reason;
  const { seat, kind, mode, currency, victim, version } = body;
  return { id: sent.id, version, seat, kind, mode, currency, victim, hand: body.hand ?? data.hand };
}

export function penaltyRefused(sent, answer) {
  if (entry?.id !== sent.id) entry = fromEntry(sent);
  if (answer.code === "stale") entry.version = data.version;
  if (answer.code === "id_reused") Object.assign(entry, begin());
  render();
  if (!dialog.open) dialog.showModal();
  showError(dialog, answer.field === "mode" ? "amount" : answer.field, answer.message);
}

// Closing the dialog gives the penalty up; a penalty on its way is kept until it was answered.
dialog.addEventListener("close", () => {
  if (!busy()) entry = null;
});
onChange(() => {
  if (dialog.open && entry) render();
});
document.addEventListener("referee:penalty", (event) => openPenalty(event.detail));

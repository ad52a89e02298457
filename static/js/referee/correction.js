/* The correction of an earlier hand (or its entry, where it was left out), with a reason and with what it changes. */

import { all, begin, busy, clearErrors, data, one, people, press, preview, say, showError, submit } from "./state.js";
import { handScores } from "./settle.js";

const dialog = document.getElementById("correction");
const form = one("form", dialog);
let entry = null;

function openCorrection(number) {
  const hand = data.hands.find((found) => found.number === number);
  if (!hand || busy()) return;
  form.reset();
  clearErrors(dialog);
  entry = { ...begin(), number, hand, winner: hand.winner, discarder: hand.discarder, robbed: hand.robbed,
    self: hand.played && hand.winner !== null && hand.discarder === null, drawn: hand.played && hand.winner === null,
    confirmed: false };
  form.elements.fan.value = hand.fan ?? "";
  form.elements.flowers.value = hand.flowers || "";
  one("[data-title]", dialog).textContent = say(hand.played ? "correct" : "enterLater", { hand: number, name: hand.name });
  one("[data-lift]", dialog).hidden = true;
  one("[data-confirm-rare]", dialog).hidden = true;
  for (const name of ["winner", "discarder"]) people(one(`[data-people=${name}]`, dialog), hand.winds, hand.dealer);
  render();
  dialog.showModal();
}

function render() {
  const winners = one("[data-people=winner]", dialog);
  const discarders = one("[data-people=discarder]", dialog);
  press(winners, entry.drawn ? null : entry.winner);
  press(discarders, entry.self ? null : entry.discarder);
  for (const button of all("[data-person]", discarders)) button.disabled = Number(button.dataset.person) === entry.winner;
  one("[data-drawn]", dialog).setAttribute("aria-pressed", String(entry.drawn));
  one("[data-self]", dialog).setAttribute("aria-pressed", String(entry.self));
  one("[data-robbed]", dialog).setAttribute("aria-pressed", String(entry.robbed));
  one("[data-won]", dialog).hidden = entry.drawn;
  renderPreview();
  renderSave();
}

export function renderSave() {
  one("[data-save]", dialog).disabled = busy();
}

const number = (text) => (/^\s*[0-9]{1,4}\s*$/.test(text.normalize("NFKC")) ? Number(text.normalize("NFKC")) : null);

function renderPreview() {
  const box = one("[data-preview]", dialog);
  const fan = number(form.elements.fan.value);
  const known = entry.drawn || (entry.winner !== null && (entry.self || entry.discarder !== null) && fan !== null);
  box.hidden = !known;
  if (!known) return;
  const win = entry.drawn ? null : { winner: entry.winner, discarder: entry.self ? null : entry.discarder, fan };
  const scores = handScores(data.settlement, win);
  preview(box, scores, data.seats.map((seat, i) => seat.total - entry.hand.scores[i] + scores[i]));
}

dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || busy()) return;
  if (button.dataset.person !== undefined) {
    const seat = Number(button.dataset.person);
    if (button.parentElement.dataset.people === "winner") {
      Object.assign(entry, { winner: seat, drawn: false, discarder: entry.discarder === seat ? null : entry.discarder });
    } else Object.assign(entry, { discarder: seat, self: false });
  } else if (button.hasAttribute("data-drawn")) Object.assign(entry, { drawn: !entry.drawn });
  else if (button.hasAttribute("data-self")) Object.assign(entry, { self: !entry.self, robbed: false });
  else if (button.hasAttribute("data-robbed")) Object.assign(entry, { robbed: !entry.robbed, self: false });
  else if (button.hasAttribute("data-confirm-rare")) {
    entry.confirmed = true;
    button.hidden = true;
    form.requestSubmit();
    return;
  } else return;
  clearErrors(dialog);
  render();
});

form.elements.fan.addEventListener("input", () => {
  entry.confirmed = false;
  one("[data-confirm-rare]", dialog).hidden = true;
  renderPreview();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (busy() || !entry) return;
  clearErrors(dialog);
  const won = !entry.drawn;
  submit("correction", entry, {
    number: entry.number,
    winner: won ? entry.winner : null,
    discarder: won && !entry.self ? entry.discarder : null,
    fan: won ? number(form.elements.fan.value) : null,
    flowers: won ? (number(form.elements.flowers.value) ?? 0) : 0,
    robbed_kong: won && entry.robbed,
    confirmed: entry.confirmed,
    lift_dead_hand: form.elements.lift_dead_hand.value,
    reason: form.elements.reason.value,
  });
  renderSave();
});

export function correctionAnswered() {
  entry = null;
  if (dialog.open) dialog.close();
}

/* True when the dialog is open to show the refusal. */
export function correctionRefused(sent, answer) {
  if (entry?.id !== sent.id) return false;
  if (answer.code === "stale") entry.version = data.version;
  if (answer.code === "id_reused") Object.assign(entry, begin());
  render();
  if (answer.code === "dead_hand") one("[data-lift]", dialog).hidden = false;
  if (answer.code === "confirm_fan") one("[data-confirm-rare]", dialog).hidden = false;
  showError(dialog, answer.field === "flowers" ? "fan" : answer.field, answer.message);
  return true;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-correct]");
  if (!button) return;
  button.closest("dialog")?.close();
  openCorrection(Number(button.dataset.correct));
});

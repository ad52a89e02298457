/* The correction of a hand under house rules (or its entry, where it was left out), with a reason and with what it would be. */

import { describe } from "./describe.js";
import { offer } from "./hand.js";
import { bodyOf, empty, enteredIn, missing, playForm } from "./play_form.js";
import { begin, busy, clearErrors, data, mayEnter, note, one, onOwn, say, showError, submit } from "./state.js";

const dialog = document.getElementById("correction");
const form = one("form", dialog);
let entry = null;
const play = playForm(one("[data-play]", dialog), () => clearErrors(dialog));

function open(number, begun) {
  const hand = data.hands.find((found) => found.number === number);
  if (!hand) return false;
  form.reset();
  clearErrors(dialog);
  entry = { id: begun.id, version: begun.version, number };
  one("[data-title]", dialog).textContent = say(hand.played ? "correct" : "enterLater", { hand: number, name: hand.name });
  one("[data-lift]", dialog).hidden = true;
  play.show(hand.played ? enteredIn({ play: hand.play }) : empty(), hand.winds, hand.dealer);
  one("[data-save]", dialog).disabled = !mayEnter(entry);
  dialog.showModal();
  return true;
}

function object({ code, field, message }) {
  if (code === "dead_hand") one("[data-lift]", dialog).hidden = false;
  if (message) showError(dialog, field, message);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!entry || !mayEnter(entry)) return;
  clearErrors(dialog);
  const { reason, lift_dead_hand: lift } = form.elements;
  const wrong = reason.value.trim() ? missing(play.entered()) : { field: "reason", message: say("correctionReason") };
  if (wrong) return void object(wrong);
  const body = {
    number: entry.number,
    ...bodyOf(play.entered()),
    winner: null,
    discarder: null,
    fan: null,
    flowers: 0,
    robbed_kong: false,
    reason: reason.value,
    lift_dead_hand: lift.value,
  };
  if (!submit("correction", entry, body, describe("correction", body))) return;
  entry = null;
  dialog.close();
  note("");
});

/* The correction that was refused is in the dialog again, with what is wrong with it. */
function mendCorrection(sent) {
  const hand = data.hands.find((found) => found.number === sent.body.number);
  if (!open(sent.body.number, sent)) return;
  play.show(enteredIn(sent.body), hand.winds, hand.dealer);
  form.elements.reason.value = sent.body.reason;
  form.elements.lift_dead_hand.value = sent.body.lift_dead_hand;
  object(sent.held);
}

dialog.addEventListener("close", () => {
  entry = null;
});
onOwn((before, after) => {
  if (entry && entry.version === before) entry.version = after;
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-correct]");
  if (!button) return;
  button.closest("dialog")?.close();
  if (!busy()) open(Number(button.dataset.correct), begin());
});

offer({ mendCorrection });

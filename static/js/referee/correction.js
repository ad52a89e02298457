/* The correction of an earlier hand (or its entry, where it was left out), with a reason and with what it changes. */

import { fanObjection } from "./checks.js";
import { describe } from "./describe.js";
import { offer } from "./hand.js";
import { all, begin, busy, clearErrors, data, mayEnter, note, one, onOwn, people, press, preview, say, showError, submit } from "./state.js";
import { handScores } from "./settle.js";
import { NOTHING, enteredIn, recorded, unfit, ways } from "./ways.js";

const dialog = document.getElementById("correction");
const form = one("form", dialog);
let entry = null;
let refusal = "";

const facts = () => ({ self: entry?.self ?? false, robbed: entry?.robbed ?? false });
const ready = () => entry !== null && entry.winner !== null && (entry.self || entry.discarder !== null);
const pad = ways(form, {
  // Until it is said who won, and how, there is nothing to count.
  entered: () => (ready() && !entry.drawn ? entry.entered : { ...NOTHING, way: entry?.entered.way ?? "digits" }),
  facts,
  fan: () => form.elements.fan.value.trim(),
  refused: () => refusal,
  body: () => ({ number: entry.number, winner: entry.winner, discarder: entry.self ? null : entry.discarder,
    flowers: number(form.elements.flowers.value) ?? 0, robbed_kong: entry.robbed }),
  set(values) {
    if (!entry) return;
    const others = Boolean(values.tiles) || Object.keys(values.fans ?? {}).length > 0;
    if (others && entry.filled) form.elements.fan.value = "";
    if (!("count" in values)) {
      refusal = "";
      clearErrors(dialog);
    }
    entry.entered = { ...entry.entered, ...values };
    render();
  },
  counted(total) {
    const { fan } = form.elements;
    if (!entry || kept() || (fan.value.trim() !== "" && !entry.filled && !entry.untouched)) return;
    fill(total);
  },
  take(total) {
    clearErrors(dialog);
    fill(total);
  },
});

function fill(total) {
  form.elements.fan.value = String(total);
  Object.assign(entry, { filled: true, confirmed: false });
  render();
}

const told = ({ tiles, fans, flags, reason }) => JSON.stringify([tiles, fans, flags, reason]);

/* Whether it is still the same win with the tiles, or the fan, that are recorded: these stay, whatever they would count today. */
function kept() {
  const { hand, winner, self, robbed, entered, begun } = entry;
  const same = winner === hand.winner && self === (hand.discarder === null) && robbed === hand.robbed && told(entered) === told(begun);
  return same && number(form.elements.fan.value) === hand.fan && (number(form.elements.flowers.value) ?? 0) === hand.flowers;
}

/* What goes along with the number, so that nothing of what is recorded is lost, or taken away, unsaid. */
function along() {
  if (kept()) return {};
  const sent = recorded(entry.entered, facts(), form.elements.fan.value.trim());
  const had = entry.begun.tiles || Object.keys(entry.begun.fans).length;
  return had && !sent.tiles && !sent.fans ? { number_only: true } : sent;
}

function open(number, stamp) {
  const hand = data.hands.find((found) => found.number === number);
  if (!hand) return false;
  form.reset();
  clearErrors(dialog);
  // Where the rules have ceased to count fan there is nothing to enter: what is recorded stays.
  const begun = enteredIn(one("[data-tally]", form) ? hand : {});
  const counts = begun.way !== "digits";
  entry = { id: stamp.id, version: stamp.version, number, hand, winner: hand.winner, discarder: hand.discarder, robbed: hand.robbed,
    self: hand.played && hand.winner !== null && hand.discarder === null, drawn: hand.played && hand.winner === null,
    confirmed: false, entered: begun, begun, filled: counts && !begun.reason, untouched: !counts };
  refusal = "";
  form.elements.fan.value = hand.fan ?? "";
  form.elements.flowers.value = hand.flowers || "";
  one("[data-title]", dialog).textContent = say(hand.played ? "correct" : "enterLater", { hand: number, name: hand.name });
  one("[data-lift]", dialog).hidden = true;
  one("[data-confirm-rare]", dialog).hidden = true;
  for (const name of ["winner", "discarder"]) people(one(`[data-people=${name}]`, dialog), hand.winds, hand.dealer);
  render();
  dialog.showModal();
  return true;
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
  pad.show();
  renderPreview();
  renderSave();
}

function renderSave() {
  one("[data-save]", dialog).disabled = !entry || !mayEnter(entry);
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
  if (!button || !entry) return;
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
  Object.assign(entry, { confirmed: false, filled: false, untouched: false });
  one("[data-confirm-rare]", dialog).hidden = true;
  renderPreview();
  pad.show();
});
form.elements.flowers.addEventListener("input", () => pad.show());

function bodyOf() {
  const won = !entry.drawn;
  return {
    number: entry.number,
    winner: won ? entry.winner : null,
    discarder: won && !entry.self ? entry.discarder : null,
    fan: won ? number(form.elements.fan.value) : null,
    flowers: won ? (number(form.elements.flowers.value) ?? 0) : 0,
    robbed_kong: won && entry.robbed,
    confirmed: entry.confirmed,
    lift_dead_hand: form.elements.lift_dead_hand.value,
    reason: form.elements.reason.value,
    ...(won ? along() : {}),
  };
}

/* What can be told without asking the server. */
function objection(body) {
  if (!body.reason.trim()) return { field: "reason", message: say("correctionReason") };
  if (entry.drawn) return null;
  if (entry.winner === null || body.fan === null) return { field: "winner", message: say("winnerMissing") };
  if (!entry.self && entry.discarder === null) return { field: "discarder", message: say("discarderMissing") };
  // Tiles that are not whole are not left behind, also where nobody looks at them.
  return (!kept() && unfit({ ...entry.entered, way: "tiles" }, String(body.fan))) || fanObjection(body);
}

function object({ code, field, message }) {
  refusal = code;
  pad.show();
  if (code === "dead_hand") one("[data-lift]", dialog).hidden = false;
  if (code === "confirm_fan") one("[data-confirm-rare]", dialog).hidden = false;
  if (code === "fan_differs") one("#correction-fan-why", dialog)?.focus();
  if (!message) return;
  const place = field.split(".")[0];
  showError(dialog, { flowers: "fan", fan_reason: "fan", fans: "tiles", robbed_kong: "discarder" }[place] ?? place, message);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!entry || !mayEnter(entry)) return;
  clearErrors(dialog);
  const body = bodyOf();
  const wrong = objection(body);
  if (wrong) return void object(wrong);
  if (!submit("correction", entry, body, describe("correction", body))) return;
  entry = null;
  dialog.close();
  note("");
});

/* The correction that was refused is in the dialog again, with what is wrong with it. */
function mendCorrection(sent) {
  const { body } = sent;
  if (!open(body.number, sent)) return;
  Object.assign(entry, { winner: body.winner, discarder: body.discarder, robbed: body.robbed_kong, drawn: body.winner === null,
    self: body.winner !== null && body.discarder === null, confirmed: body.confirmed, untouched: false });
  if (body.tiles || body.fans || body.number_only) Object.assign(entry, { entered: enteredIn(body), filled: false });
  form.elements.fan.value = body.fan ?? "";
  form.elements.flowers.value = body.flowers || "";
  form.elements.reason.value = body.reason;
  form.elements.lift_dead_hand.value = body.lift_dead_hand;
  render();
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

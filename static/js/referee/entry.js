/* The entry of a hand: tap the winner, tap the discarder or self-draw, type the fan, record. What the rules refuse is refused here, where
   it is typed; what was recorded goes to the outbox, and the pad is ready for the next hand at once. The draft keeps the id and the version
   with which it began; a reload finds it again. A hand that the server refused is mended on the same pad. */

import { fanObjection } from "./checks.js";
import { describe } from "./describe.js";
import { offer } from "./hand.js";
import { draftKey } from "./outbox.js";
import { handScores } from "./settle.js";
import { begin, busy, clearErrors, data, here, note, one, all, onChange, onOwn, say, score, showError, signed, speak, submit, zone } from "./state.js";
import { NOTHING, enteredIn, recorded as alongWith, unfit, ways } from "./ways.js";

const box = document.getElementById("entry");
const DRAFT = draftKey(here);
let draft = restore();
let parked = null; // what was being typed when a hand that was refused came back
let refusal = null;

const mending = () => Boolean(draft && data.held?.id === draft.id);

function restore() {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT));
  } catch {
    return null; // storage is off: a reload begins anew
  }
}

function remember() {
  try {
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify(draft));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    return; // storage is off: the draft lives as long as the page
  }
}

const fresh = (values) => ({
  ...begin(),
  number: data.hand,
  winner: null,
  discarder: null,
  self: false,
  robbed: false,
  drawn: false,
  fan: "",
  flowers: 0,
  confirmed: false,
  beforeTime: zone.dataset.late === "yes",
  entered: NOTHING,
  filled: false, // the number is the one that was counted
  ...values,
});

const entered = () => draft?.entered ?? NOTHING;
const facts = () => ({ self: draft?.self ?? false, robbed: draft?.robbed ?? false });
const pad = ways(box, {
  entered,
  facts,
  fan: () => draft?.fan ?? "",
  refused: () => refusal,
  body: () => ({ number: draft.number, winner: draft.winner, discarder: draft.self ? null : draft.discarder, flowers: draft.flowers, robbed_kong: draft.robbed }),
  set(values) {
    if (!draft) return;
    const now = { ...entered(), ...values };
    if ("count" in values) {
      draft = { ...draft, entered: now };
      render();
    } else if ("tiles" in values || "fans" in values) edit({ entered: now, ...(draft.filled ? { fan: "", filled: false } : {}) });
    else edit({ entered: now });
  },
  counted(total) {
    if (draft.fan === "" || draft.filled) edit({ fan: String(total), filled: true });
  },
  take: (total) => edit({ fan: String(total), filled: true, confirmed: false }),
});

/* Where the entry stands: none, winner, discarder, fan or drawn. */
function step() {
  if (busy() && !mending()) return "none";
  const late = data.waits === "close" && data.after_time && zone.dataset.late === "yes";
  const ready = data.waits === "hand" || (late && !data.moving);
  if (!data.may_enter || !(ready || mending()) || zone.dataset.closing === "yes") return "none";
  if (!draft) return "winner";
  if (draft.drawn) return "drawn";
  return draft.discarder === null && !draft.self ? "discarder" : "fan";
}

const nameOf = (seat) => data.seats[seat].name;

function prompt() {
  if (!draft || draft.drawn) return draft ? say("drawn", { hand: draft.number }) : say("whoWon");
  const names = { name: nameOf(draft.winner), from: draft.discarder === null ? "" : nameOf(draft.discarder) };
  if (draft.self) return say("selfDrew", names);
  if (draft.discarder === null) return say(draft.robbed ? "whoseKong" : "whoDiscarded", names);
  return say(draft.robbed ? "robs" : "wonFrom", names);
}

function render() {
  const at = step();
  zone.dataset.step = at;
  one("[data-prompt]", box).textContent = prompt();
  for (const part of all("[data-for]", box)) part.hidden = !part.dataset.for.split(" ").includes(at);
  one("[data-pick=self]", box).setAttribute("aria-pressed", String(draft?.self ?? false));
  one("[data-pick=robbed]", box).setAttribute("aria-pressed", String(draft?.robbed ?? false));
  one("[data-fan]", box).textContent = draft?.fan || " ";
  one("[data-flowers]", box).textContent = draft?.flowers ?? 0;
  for (const button of all("[data-flower]", box)) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.flower) === draft?.flowers));
  }
  renderChairs(at);
  renderLift();
  renderSave(at);
  pad.show();
  remember();
}

function renderChairs(at) {
  const won = at === "fan" && draft.fan !== "";
  const scores = at === "drawn" || won ? handScores(data.settlement, won ? win() : null) : null;
  for (const chair of all(".chair", zone)) {
    const seat = Number(chair.dataset.seat);
    const active = at !== "none" && draft;
    chair.classList.toggle("is-winner", Boolean(active) && draft.winner === seat);
    chair.classList.toggle("is-discarder", Boolean(active) && draft.discarder === seat);
    chair.setAttribute("aria-pressed", String(Boolean(active) && (draft.winner === seat || draft.discarder === seat)));
    const change = one("[data-change]", chair);
    change.replaceChildren();
    if (scores) {
      const total = document.createElement("strong");
      total.textContent = signed(data.seats[seat].total + scores[seat]);
      change.append(score(scores[seat]), " → ", total);
    }
  }
}

const win = () => ({ winner: draft.winner, discarder: draft.self ? null : draft.discarder, fan: Number(draft.fan) });

function renderLift() {
  const lift = one("[data-lift]", box);
  const needed = Boolean(draft && draft.winner !== null && data.seats[draft.winner].dead);
  if (needed && refusal !== "dead_hand") one("[data-lift-text]", lift).textContent = say("dead", { name: nameOf(draft.winner) });
  lift.hidden = !needed || zone.dataset.step === "none";
}

function renderSave(at) {
  const save = one("[data-save-hand]", box);
  save.textContent = say("record", { hand: draft?.number ?? data.hand });
  save.disabled = at === "fan" && draft.fan === "";
  save.hidden = refusal === "confirm_fan"; // the answer to the question records it
  one("[data-answers]", box).hidden = !refusal;
  for (const button of all("[data-answer]", box)) button.hidden = button.dataset.answer !== refusal;
}

function edit(values) {
  draft = { ...(draft ?? fresh({})), ...values };
  refusal = null;
  clearErrors(box);
  for (const line of all(".ref__saved")) line.hidden = true;
  render();
}

function tapChair(seat) {
  const at = step();
  if (at === "none" || at === "drawn") return;
  if (at === "winner") edit({ winner: seat });
  else if (seat === draft.winner) cancel();
  else edit({ discarder: seat, self: false });
}

/* Back to the chairs; the hand that was refused still waits for a decision. */
function cancel() {
  finish();
  note("");
  render();
  document.dispatchEvent(new Event("referee:decide"));
}

function finish() {
  draft = parked;
  parked = refusal = null;
  delete zone.dataset.late;
  one("#lift-reason", box).value = "";
  showFlowers(false);
  clearErrors(box);
}

function typeDigit(key) {
  const typed = { confirmed: false, filled: false };
  // The first digit replaces a number that was counted.
  const fan = draft.filled && /[0-9]/.test(key) ? "" : draft.fan;
  if (key === "clear") edit({ ...typed, fan: "" });
  else if (key === "back") edit({ ...typed, fan: fan.slice(0, -1) });
  else if (fan.length < 3) edit({ ...typed, fan: (fan + key).replace(/^0+/, "") });
}

function showFlowers(open) {
  one("[data-flower-row]", box).hidden = !open;
  one("[data-pick=flowers]", box).setAttribute("aria-expanded", String(open));
}

function pickFlowers(flowers) {
  showFlowers(false);
  edit({ flowers, confirmed: false });
}

const PICKS = {
  self: () => edit(draft.self ? { self: false } : { self: true, discarder: null, robbed: false }),
  robbed: () => edit({ robbed: !draft.robbed, self: false }),
  flowers: () => showFlowers(one("[data-flower-row]", box).hidden),
  cancel,
};

const ANSWERS = {
  confirm_fan: () => save({ confirmed: true }),
  time_called: () => save({ beforeTime: true }),
  fan_below_minimum: () =>
    document.dispatchEvent(
      new CustomEvent("referee:penalty", { detail: { seat: draft.winner, kind: "false_win_below_minimum" } }),
    ),
};

/* What can be told without asking the server. */
function objection() {
  if (draft.drawn) return null;
  const misfit = unfit(entered(), draft.fan);
  if (misfit) return misfit;
  const wrong = fanObjection({ fan: Number(draft.fan), flowers: draft.flowers, confirmed: draft.confirmed });
  const lifted = one("#lift-reason", box).value.trim();
  return (!wrong || wrong.code === "confirm_fan") && data.seats[draft.winner].dead && !lifted ? { code: "dead_hand", message: "" } : wrong;
}

function object({ code, message, field = "fan" }) {
  refusal = code;
  render();
  if (code === "dead_hand") {
    if (message) one("[data-lift-text]", box).textContent = message;
    one("#lift-reason", box).focus();
  } else if (code === "fan_differs") {
    if (message) showError(box, field, message);
    one("#fan-why", box)?.focus();
  } else showError(box, SLOTS[field.split(".")[0]] ?? field, message);
}

function save(values = {}) {
  if (!draft || step() === "none") return;
  draft = { ...draft, ...values };
  clearErrors(box);
  const wrong = objection();
  if (wrong) return object(wrong);
  const won = !draft.drawn;
  const body = {
    number: draft.number,
    winner: won ? draft.winner : null,
    discarder: won && !draft.self ? draft.discarder : null,
    fan: won ? Number(draft.fan) : null,
    flowers: won ? draft.flowers : 0,
    robbed_kong: won && draft.robbed,
    confirmed: draft.confirmed,
    before_time: draft.beforeTime || zone.dataset.late === "yes",
    lift_dead_hand: one("#lift-reason", box).value,
    ...(won ? alongWith(entered(), facts(), draft.fan) : {}),
  };
  const begun = draft;
  recorded = performance.now();
  finish();
  if (!submit("hand", begun, body, describe("hand", body))) draft = begun;
  note("");
  render();
  speak(say("spoken", { what: describe("hand", body), totals: data.seats.map((seat) => `${seat.name} ${signed(seat.total)}`).join(", ") }));
}

/* A hand out of the outbox, as it was typed. */
function fromEntry(entry) {
  const { body } = entry;
  return {
    id: entry.id,
    version: entry.version,
    number: body.number,
    winner: body.winner,
    discarder: body.discarder,
    self: body.winner !== null && body.discarder === null,
    robbed: body.robbed_kong,
    drawn: body.winner === null,
    fan: body.fan === null ? "" : String(body.fan),
    flowers: body.flowers,
    confirmed: body.confirmed,
    beforeTime: body.before_time,
    entered: enteredIn(body),
    filled: false,
  };
}

// Two fields that share one place for what is wrong with them.
const SLOTS = { discarder: "winner", robbed_kong: "winner", flowers: "fan", fan_reason: "fan", fans: "tiles" };

/* The hand that was refused is on the pad again, with what is wrong with it. */
function mendHand(entry) {
  if (mending()) return;
  parked = draft;
  draft = fromEntry(entry);
  object(entry.held);
}


/* My own acts do not make my draft stale. */
onOwn((before, after) => {
  if (draft && !mending() && draft.version === before) Object.assign(draft, { version: after, number: data.hand });
  remember();
});

onChange((now, before) => {
  if (draft && now.version !== before.version && now.version !== draft.version && !busy()) {
    note(say("meanwhile", { who: now.last.who, what: now.last.what }));
  }
  render();
});

/* A hand is gone from the pad as soon as it is recorded, and the second tap of a double tap falls on whatever has come under the thumb: it
   means nothing there. */
let recorded = -Infinity;
const DOUBLE = 400;
zone.addEventListener(
  "click",
  (event) => {
    const second = event.detail > 1 && performance.now() - recorded < DOUBLE;
    recorded = -Infinity;
    if (!second) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);

zone.addEventListener("click", (event) => {
  const chair = event.target.closest(".chair[data-seat]");
  if (chair) return tapChair(Number(chair.dataset.seat));
  const button = event.target.closest("button");
  if (!button) return undefined;
  const { pick, digit, quick, flower, answer, act } = button.dataset;
  if (pick) return PICKS[pick]();
  if (digit) return typeDigit(digit);
  if (quick) return edit({ fan: quick, confirmed: false, filled: false });
  if (flower) return pickFlowers(Number(flower));
  if (answer) return ANSWERS[answer]();
  if (act === "drawn" && step() !== "none") return edit({ ...fresh({}), drawn: true });
  if (button.hasAttribute("data-save-hand")) return save();
  return undefined;
});

/* With a keyboard: digits, Backspace, Enter, Escape. */
document.addEventListener("keydown", (event) => {
  if (!draft || event.target.matches("input, textarea") || document.querySelector("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = step();
  if (event.key === "Escape" && at !== "none") cancel();
  else if (at === "fan" && /^[0-9]$/.test(event.key)) typeDigit(event.key);
  else if (at === "fan" && event.key === "Backspace") typeDigit("back");
  else if (event.key === "Enter" && event.target === document.body && !one("[data-save-hand]", box).disabled) save();
});

offer({ render, mendHand, isMending: mending });
render();

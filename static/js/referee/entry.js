/* The entry of a hand: tap the winner, tap the discarder or self-draw, type the fan, record. The draft keeps the id and the
   version with which it began, until it was answered; a reload finds it again. */

import { begin, busy, clearErrors, data, here, note, one, all, onChange, say, score, showError, signed, submit, zone } from "./state.js";
import { draftKey } from "./send.js";
import { handScores } from "./settle.js";

const box = document.getElementById("entry");
const DRAFT = draftKey(here);
let draft = restore();
let refusal = null;

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
  ...values,
});

/* Where the entry stands: none, winner, discarder, fan or drawn. */
function step() {
  const late = data.waits === "close" && data.after_time && zone.dataset.late === "yes";
  const ready = data.waits === "hand" || (late && !data.moving);
  if (!data.may_enter || !ready || zone.dataset.closing === "yes") return "none";
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

export function render() {
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
  const label = busy() ? (zone.dataset.offline === "yes" ? "waiting" : "saving") : "record";
  save.textContent = say(label, { hand: draft?.number ?? data.hand });
  save.disabled = busy() || (at === "fan" && draft.fan === "");
  save.hidden = refusal === "confirm_fan"; // the answer to the question records it
  one("[data-answers]", box).hidden = !refusal;
  for (const button of all("[data-answer]", box)) button.hidden = button.dataset.answer !== refusal;
}

function edit(values) {
  if (busy()) return;
  draft = { ...(draft ?? fresh({})), ...values };
  refusal = null;
  clearErrors(box);
  for (const line of all(".ref__saved")) line.hidden = true;
  render();
}

function tapChair(seat) {
  const at = step();
  if (at === "none" || at === "drawn" || busy()) return;
  if (at === "winner") edit({ winner: seat });
  else if (seat === draft.winner) cancel();
  else edit({ discarder: seat, self: false });
}

function cancel() {
  if (busy()) return;
  draft = null;
  refusal = null;
  clearErrors(box);
  note("");
  one("#lift-reason", box).value = "";
  render();
}

function typeDigit(key) {
  if (key === "clear") edit({ fan: "", confirmed: false });
  else if (key === "back") edit({ fan: draft.fan.slice(0, -1), confirmed: false });
  else if (draft.fan.length < 3) edit({ fan: (draft.fan + key).replace(/^0+/, ""), confirmed: false });
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

function save(values = {}) {
  if (busy() || !draft) return;
  draft = { ...draft, ...values };
  const won = !draft.drawn;
  const flowers = won ? draft.flowers : 0;
  submit("hand", draft, {
    number: draft.number,
    winner: won ? draft.winner : null,
    discarder: won && !draft.self ? draft.discarder : null,
    fan: won ? Number(draft.fan) : null,
    flowers,
    robbed_kong: won && draft.robbed,
    confirmed: draft.confirmed,
    before_time: draft.beforeTime || zone.dataset.late === "yes",
    lift_dead_hand: one("#lift-reason", box).value,
  });
  render();
}

/* What was sent before a reload is on the screen again when it is refused. */
function fromEntry(entry) {
  const { body } = entry;
  return {
    id: entry.id,
    version: body.version,
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
  };
}

export function handAnswered() {
  draft = null;
  refusal = null;
  delete zone.dataset.late;
  one("#lift-reason", box).value = "";
  showFlowers(false);
  clearErrors(box);
}

// Two fields that share one place for what is wrong with them.
const SLOTS = { discarder: "winner", flowers: "fan" };

export function handRefused(entry, answer) {
  draft = draft?.id === entry.id ? draft : fromEntry(entry);
  refusal = answer.code;
  if (answer.code === "stale" || answer.code === "id_reused" || answer.code === "wrong_hand") {
    // The referee has now read what was entered meanwhile; if he records this all the same, it is the next hand.
    draft = { ...draft, ...(answer.code === "id_reused" ? begin() : {}), version: data.version, number: data.hand };
    note(answer.message);
    render();
    return;
  }
  render();
  if (answer.code === "dead_hand") {
    one("[data-lift-text]", box).textContent = answer.message;
    one("#lift-reason", box).focus();
  } else showError(box, SLOTS[answer.field] ?? answer.field, answer.message);
}

/* My own acts do not make my draft stale. */
export function keepUp() {
  if (draft && draft.number === data.hand) draft.version = data.version;
  remember();
}

onChange((now, before) => {
  if (draft && now.version !== before.version && now.version !== draft.version && !now.last.mine) {
    note(say("meanwhile", { who: now.last.who, what: now.last.what }));
  }
  render();
});

zone.addEventListener("click", (event) => {
  const chair = event.target.closest(".chair[data-seat]");
  if (chair) return tapChair(Number(chair.dataset.seat));
  const button = event.target.closest("button");
  if (!button) return undefined;
  const { pick, digit, quick, flower, answer, act } = button.dataset;
  if (pick) return PICKS[pick]();
  if (digit) return typeDigit(digit);
  if (quick) return edit({ fan: quick, confirmed: false });
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

render();

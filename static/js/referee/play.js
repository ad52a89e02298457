/* The pad for a hand under house rules: a form that the server describes, what it would give as the server counts it, and the button that
   records it. The draft keeps the id and the version with which it began; a reload finds it again. */

import { describe } from "./describe.js";
import { offer } from "./hand.js";
import { draftKey } from "./outbox.js";
import { bodyOf, empty, enteredIn, missing, playForm, settled } from "./play_form.js";
import { all, begin, busy, clearErrors, data, here, note, one, onChange, onOwn, say, score, showError, signed, submit, zone } from "./state.js";

const box = document.getElementById("entry");
const DRAFT = draftKey(here);
const WAIT = 200; // milliseconds after the last change until it is asked what the hand gives
let draft = restore();
let parked = null; // what was being entered when a hand that was refused came back
let refusal = null;
let timer = 0;

const form = playForm(one("[data-play]", box), () => {
  begun();
  refusal = null;
  clearErrors(box);
  remember();
  ask();
  renderFoot();
}, true);

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
    if (draft) sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, entered: form.entered() }));
    else sessionStorage.removeItem(DRAFT);
  } catch {
    return; // storage is off: the draft lives as long as the page
  }
}

/* The first touch begins an entry. */
function begun() {
  draft ??= { ...begin(), number: data.hand, beforeTime: zone.dataset.late === "yes", lift: "" };
}

const open = () => {
  if (busy() && !mending()) return false;
  const late = data.waits === "close" && data.after_time && zone.dataset.late === "yes";
  return data.may_enter && (data.waits === "hand" || late || mending()) && zone.dataset.closing !== "yes";
};

function render() {
  const shown = open();
  zone.dataset.step = shown ? "play" : "none";
  one("[data-pad]", box).hidden = !shown;
  const hand = data.hands.find((found) => found.number === draft?.number);
  const winds = hand?.winds ?? data.seats.map((seat) => seat.wind);
  const dealer = hand?.dealer ?? data.seats.find((seat) => seat.dealer)?.seat ?? 0;
  form.show(draft?.entered ?? form.entered(), winds, dealer);
  renderFoot();
  remember();
  ask();
}

function renderFoot() {
  const save = one("[data-save-hand]", box);
  save.textContent = say("record", { hand: draft?.number ?? data.hand });
  save.disabled = !draft;
  one("[data-pick=cancel]", box).hidden = !draft;
  for (const button of all("[data-answer]", box)) button.hidden = button.dataset.answer !== refusal;
  const dead = draft && !form.entered().drawn && form.entered().winners.find(({ seat }) => data.seats[seat].dead);
  one("[data-lift]", box).hidden = !dead;
  if (dead) one("[data-lift-text]", box).textContent = say("dead", { name: data.seats[dead.seat].name });
}

function body() {
  return {
    number: draft.number,
    ...bodyOf(form.entered()),
    winner: null,
    discarder: null,
    fan: null,
    flowers: 0,
    robbed_kong: false,
    before_time: draft.beforeTime || zone.dataset.late === "yes",
    lift_dead_hand: one("#lift-reason", box).value,
  };
}

/* What the hand would give stands at the chairs; what is wrong with it so far, beside the button. */
function ask() {
  clearTimeout(timer);
  show(null);
  if (!draft || missing(form.entered())) return;
  timer = setTimeout(async () => {
    const asked = JSON.stringify(body());
    const answer = await settled(body());
    if (draft && asked === JSON.stringify(body())) show(answer);
  }, WAIT);
}

function show(answer) {
  const hint = one("[data-hint]", box);
  hint.textContent = answer?.message ?? "";
  hint.hidden = !answer?.message;
  for (const chair of all(".chair", zone)) {
    const seat = Number(chair.dataset.seat);
    const won = Boolean(draft) && form.entered().winners.some((other) => other.seat === seat);
    chair.classList.toggle("is-winner", won);
    chair.classList.toggle("is-discarder", Boolean(draft) && form.entered().discarder === seat);
    const change = one("[data-change]", chair);
    change.replaceChildren();
    if (!answer?.scores) continue;
    const total = document.createElement("strong");
    total.textContent = signed(data.seats[seat].total + answer.scores[seat]);
    change.append(score(answer.scores[seat]), " → ", total);
  }
}

function finish() {
  draft = parked;
  parked = refusal = null;
  form.entered().winners = [];
  if (!draft) form.show(empty(), data.seats.map((seat) => seat.wind), 0);
  delete zone.dataset.late;
  one("#lift-reason", box).value = "";
  clearErrors(box);
}

function cancel() {
  finish();
  note("");
  render();
  document.dispatchEvent(new Event("referee:decide"));
}

function object({ code, field = "play", message }) {
  refusal = code;
  renderFoot();
  if (code === "dead_hand") one("#lift-reason", box).focus();
  else showError(box, field, message);
}

function save(values = {}) {
  if (!draft || !open()) return;
  Object.assign(draft, values);
  clearErrors(box);
  const wrong = missing(form.entered());
  if (wrong) return void object({ code: "missing", ...wrong });
  const [entry, sent, kept] = [draft, body(), form.entered()];
  finish();
  if (!submit("hand", entry, sent, describe("hand", sent))) draft = { ...entry, entered: kept };
  note("");
  render();
}

/* The hand that was refused is on the pad again, with what is wrong with it. */
function mendHand(entry) {
  if (mending()) return;
  if (draft) parked = { ...draft, entered: form.entered() };
  draft = { id: entry.id, version: entry.version, number: entry.body.number, beforeTime: entry.body.before_time, entered: enteredIn(entry.body) };
  render();
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
  if (draft) draft.entered = form.entered();
  render();
});

zone.addEventListener("click", (event) => {
  const chair = event.target.closest(".chair[data-seat]");
  if (chair && open()) {
    const seat = Number(chair.dataset.seat);
    const { winners, way } = form.entered();
    const asks = winners.length > 0 && way !== "self_draw" && !winners.some((other) => other.seat === seat);
    begun();
    if (asks) form.pickDiscarder(seat);
    else form.pickWinner(seat);
    return;
  }
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.pick === "cancel") cancel();
  else if (button.dataset.answer === "time_called") save({ beforeTime: true });
  else if (button.hasAttribute("data-save-hand")) save();
  else if (button.dataset.act === "drawn" && open()) {
    begun();
    form.show({ ...empty(), drawn: true }, data.seats.map((seat) => seat.wind), data.seats.find((seat) => seat.dealer)?.seat ?? 0);
    ask();
    renderFoot();
  }
});

offer({ render, mendHand, isMending: mending });
render();

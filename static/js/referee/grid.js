/* Several hands of one table at a stroke, up to the next change of chairs: a row for each, and each becomes an ordinary entry. With a
   keyboard: the number of the winner, Tab, the number of the discarder (0: self-draw), Tab, the fan, Enter for the next row. */

import { fanObjection } from "./checks.js";
import { describe } from "./describe.js";
import { winOf } from "./project.js";
import { handScores } from "./settle.js";
import { all, begin, busy, data, note, one, onChange, say, score, server, submit } from "./state.js";

const dialog = document.getElementById("grid");
const form = one("form", dialog);
const body = one("[data-grid-rows]", dialog);
const ROBBED = "r";
let first = 0;

/* The hands that can be entered before somebody changes chairs or the table closes. */
function numbers() {
  if (data.waits !== "hand" || !data.may_enter || busy() || data.settlement.form) return [];
  const round = (number) => server.plan.hands[number - 1].round;
  const last = data.called ? data.last_hand : data.plan.last;
  const rest = Array.from({ length: data.plan.hands.length }, (_, i) => i + 1);
  return rest.filter((number) => number >= data.hand && number <= last && round(number) === round(data.hand));
}

function option(value, label) {
  const element = document.createElement("option");
  element.value = value;
  element.textContent = label;
  return element;
}

function row(number) {
  const element = document.getElementById("grid-row").content.firstElementChild.cloneNode(true);
  element.dataset.number = number;
  one("[data-hand-number]", element).textContent = number;
  one("[data-hand-name]", element).textContent = server.plan.hands[number - 1].name;
  const players = data.seats.filter((seat) => seat.present);
  const named = players.map((seat) => option(seat.seat, `${seat.seat + 1} ${seat.name}`));
  const [winner, from] = [one("[name=winner]", element), one("[name=from]", element)];
  winner.append(...named.map((node) => node.cloneNode(true)), option("drawn", `0 ${say("gridDrawn")}`));
  from.append(
    option("self", `0 ${say("gridSelf")}`),
    ...named,
    ...players.map((seat) => option(`${ROBBED}${seat.seat}`, say("gridRobbed", { name: seat.name }))),
  );
  return element;
}

export function openGrid() {
  const wanted = numbers();
  if (!wanted.length) return;
  [first] = wanted;
  one("[data-grid-names]", dialog).replaceChildren(
    ...data.seats.map((seat) => {
      const name = document.createElement("span");
      name.textContent = `${seat.seat + 1} ${seat.name}`;
      return name;
    }),
  );
  body.replaceChildren(...wanted.map(row));
  one("[data-grid-moved]", dialog).hidden = true;
  show();
  dialog.showModal();
  one("select", body).focus();
}

const whole = (text) => (/^\s*[0-9]{1,3}\s*$/.test(text.normalize("NFKC")) ? Number(text.normalize("NFKC")) : null);

/* What a row says; null while it says nothing. */
function read(element) {
  const [winner, from] = [one("[name=winner]", element).value, one("[name=from]", element).value];
  const drawn = winner === "drawn";
  if (winner === "") return null;
  const robbed = from.startsWith(ROBBED);
  return {
    number: Number(element.dataset.number),
    winner: drawn ? null : Number(winner),
    discarder: drawn || from === "self" || from === "" ? null : Number(robbed ? from.slice(1) : from),
    fan: drawn ? null : whole(one("[name=fan]", element).value),
    flowers: drawn ? 0 : (whole(one("[name=flowers]", element).value) ?? 0),
    robbed_kong: !drawn && robbed,
    confirmed: element.dataset.confirmed === one("[name=fan]", element).value,
    before_time: false,
    lift_dead_hand: "",
    missing: !drawn && from === "",
  };
}

function objection(hand) {
  if (hand.winner === null) return "";
  if (hand.missing) return say("discarderMissing");
  if (hand.discarder === hand.winner) return say("winnerIsDiscarder");
  if (hand.fan === null) return say("fanMissing");
  if (hand.number === data.hand && data.seats[hand.winner].dead) return say("gridDead", { name: data.seats[hand.winner].name });
  const wrong = fanObjection(hand);
  return wrong ? wrong.message : "";
}

function complain(element, message) {
  const slot = one("[data-error]", element);
  slot.textContent = message;
  slot.hidden = !message;
}

/* The running totals after each row, as far as the rows are complete. */
function show() {
  let totals = data.seats.map((seat) => seat.total);
  for (const element of all("[data-number]", body)) {
    const hand = read(element);
    const drawn = hand !== null && hand.winner === null;
    for (const part of all("[data-won]", element)) part.hidden = drawn;
    const known = hand && totals && (drawn || (!hand.missing && hand.fan !== null && hand.discarder !== hand.winner));
    const scores = known ? handScores(data.settlement, winOf(hand)) : null;
    totals = scores ? totals.map((total, seat) => total + scores[seat]) : null;
    one("[data-totals]", element).replaceChildren(...(totals ?? []).map((total) => score(total)));
  }
}

form.addEventListener("input", (event) => {
  complain(event.target.closest("[data-number]"), "");
  show();
});

form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.matches("button") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const next = event.target.closest("[data-number]").nextElementSibling;
  if (next) one("select", next).focus();
  else form.requestSubmit();
});

/* The rows as hands, or null where one of them is not right; what is wrong then stands in its row. */
function checked() {
  const rows = all("[data-number]", body);
  const read_ = rows.map(read);
  const last = read_.findLastIndex(Boolean);
  let right = last >= 0;
  rows.slice(0, last + 1).forEach((element, i) => {
    const message = read_[i] === null ? say("gridGap") : objection(read_[i]);
    complain(element, message);
    if (message) {
      // Asked once, an improbable fan is right when it is recorded again.
      if (read_[i] && fanObjection(read_[i])?.code === "confirm_fan") element.dataset.confirmed = one("[name=fan]", element).value;
      right = false;
    }
  });
  if (last < 0) complain(rows[0], say("gridGap"));
  return right ? read_.slice(0, last + 1) : null;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (data.hand !== first || busy()) return void one("[data-grid-moved]", dialog).scrollIntoView();
  const hands = checked();
  if (!hands) return void one("[data-error]:not([hidden])", body)?.scrollIntoView({ block: "nearest" });
  for (const { missing: _, ...hand } of hands) submit("hand", begin(), hand, describe("hand", hand));
  dialog.close();
  note("");
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-act=grid]")) {
    event.target.closest("dialog")?.close();
    openGrid();
  }
});

function showButton() {
  for (const button of all("[data-act=grid]")) button.hidden = numbers().length === 0;
}

// Somebody else has entered meanwhile: the rows are not the next hands any more, and what was typed stays in sight.
onChange(() => {
  if (dialog.open && data.hand !== first) one("[data-grid-moved]", dialog).hidden = false;
  showButton();
});
showButton();

/* A whole paper sheet by keyboard: a digit says who won and who discarded and leads on, Enter after the fan leads to the next hand, and in an empty
   row to the totals. The page adds up while somebody types. Without this script it is a form with buttons. */

import { handScores } from "../referee/settle.js";

const form = document.querySelector("[data-whole]");
const known = JSON.parse(document.getElementById("whole-sheet").textContent);
const { settlement, seats, nobody, given, offered } = known;
const rows = [...form.querySelectorAll("[data-hand]")];
const totals = [...form.querySelectorAll("[data-total]")];
const NOTHING = [0, 0, 0, 0];

const text = (field) => field.value.normalize("NFKC").trim();
const part = (row, name) => row.querySelector(`[data-part=${name}]`);
const seatOf = (field) => seats[text(field).toUpperCase()] ?? null;
const isNobody = (field) => nobody.includes(text(field));
const sum = (one, other) => one.map((points, seat) => points + other[seat]);
const whole = (typed) => (/^[0-9]+$/.test(typed) ? Number(typed) : null);
const signedWhole = (typed) => (/^[+-]?[0-9]+$/.test(typed.replace("−", "-")) ? Number(typed.replace("−", "-")) : null);
const shown = (points) => String(points).replace("-", "−");
const signed = (points) => (points > 0 ? `+${points}` : shown(points));
const tone = (points) => (points > 0 ? "gain" : points < 0 ? "loss" : "");

/* ── Adding up */

function scores(row) {
  const winner = seatOf(part(row, "winner"));
  if (winner === null) return isNobody(part(row, "winner")) ? NOTHING : null;
  const [from, fan] = [part(row, "discarder"), whole(text(part(row, "fan")))];
  const discarder = seatOf(from);
  if (fan === null || (text(from) && discarder === null && !isNobody(from))) return null;
  if (fan < settlement.minimum || fan > settlement.refuse_above) return null;
  return handScores(settlement, { winner, discarder: discarder === winner ? null : discarder, fan });
}

/* What penalties do, by hand; at 0 those that belong to none. */
function effects() {
  const found = given.map((four) => [...four]);
  for (const row of form.querySelectorAll("[data-penalty]")) {
    const hand = whole(text(row.querySelector("[data-penalty-hand]")));
    const seat = seatOf(row.querySelector("[data-penalty-seat]"));
    const four = offered[row.querySelector("[data-penalty-kind]").value]?.[seat];
    if (four && found[hand]) found[hand] = sum(found[hand], four);
  }
  return found;
}

function show() {
  const penalties = effects();
  let running = NOTHING;
  for (const row of rows) {
    const hand = scores(row);
    const change = sum(hand ?? NOTHING, penalties[Number(row.dataset.hand)]);
    running = sum(running, change);
    [...row.querySelector("[data-cells]").children].forEach((cell, seat) => {
      const [changed, total] = [cell.querySelector(".whole__change"), cell.querySelector(".whole__total")];
      changed.className = `whole__change ${tone(change[seat])}`;
      changed.textContent = hand ? signed(change[seat]) : "";
      total.textContent = hand ? shown(running[seat]) : "";
    });
  }
  running = sum(running, penalties[0]);
  const typed = totals.map((field) => signedWhole(text(field)));
  form.querySelectorAll("[data-sum]").forEach((one, seat) => {
    const byHands = document.createElement("span");
    byHands.className = tone(running[seat]) || "even";
    byHands.textContent = signed(running[seat]);
    one.querySelector("[data-by-hands]").replaceChildren(byHands);
    one.querySelector("[data-more]").replaceChildren(...verdict(typed[seat], running[seat]));
  });
}

function verdict(paper, hands) {
  if (paper === null) return [];
  const words = form.querySelector(paper === hands ? "[data-agrees]" : "[data-differs]").content.cloneNode(true);
  const last = words.firstElementChild.lastChild;
  last.textContent = last.textContent.replace("{more}", signed(paper - hands));
  return [words];
}

/* ── Going on */

function go(field) {
  field?.focus();
  field?.select?.();
  field?.scrollIntoView({ block: "nearest" });
}

const after = (row) => {
  const next = rows[rows.indexOf(row) + 1];
  return next ? part(next, "winner") : totals[0];
};

/* The field after this one, when it is finished. */
function onward(field) {
  const row = field.closest("[data-hand]");
  switch (field.dataset.part) {
    case "winner":
      if (text(field) === "") return totals[0];
      return isNobody(field) ? after(row) : part(row, "discarder");
    case "discarder":
      return part(row, "fan");
    default:
      return after(row);
  }
}

function choose(field) {
  const chosen = seatOf(field) !== null || isNobody(field);
  if (!chosen) return;
  if (field.dataset.part === "winner" && isNobody(field)) {
    const row = field.closest("[data-hand]");
    for (const name of ["discarder", "fan", "flowers"]) part(row, name).value = "";
  }
  if (document.activeElement === field) go(onward(field));
}

form.addEventListener("input", (event) => {
  if (!event.isComposing && ["winner", "discarder"].includes(event.target.dataset.part)) choose(event.target);
  show();
});
form.addEventListener("compositionend", (event) => {
  if (["winner", "discarder"].includes(event.target.dataset.part)) choose(event.target);
  show();
});

function above(field, step) {
  const row = field.closest("[data-hand]");
  const other = row && rows[rows.indexOf(row) + step];
  return other ? part(other, field.dataset.part) : null;
}

form.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  let next = null;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") next = field.dataset.part ? above(field, event.key === "ArrowDown" ? 1 : -1) : null;
  else if (event.key === "Enter" && field.dataset.part) next = onward(field);
  else if (event.key === "Enter" && field.matches("[data-total]")) next = totals[totals.indexOf(field) + 1] ?? form.querySelector("[data-whole-end]");
  else if (event.key === "Enter" && field.matches("[type=radio]")) next = form.querySelector("#reason");
  else if (event.key === "Enter" && field.matches("#reason, [data-penalty] *")) next = form.querySelector("[data-whole-end]");
  if (!next) return;
  event.preventDefault();
  go(next);
});

show();

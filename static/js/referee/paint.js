/* The table with everything that waits to be sent, painted over what the server rendered: chairs, names, totals, the change of chairs, the
   end, the sheet. Where nothing waits the two are the same, and painting changes nothing. */

import { all, data, here, one, onChange, say, score, server, signed, zone } from "./state.js";
import { undoable } from "./forms.js";

const SIDES = "eswn";
// East on top, then south and north side by side, west below: the order of reading.
const READING = [0, 1, 3, 2];

const badge = (wind, kind) => one(`[data-badge="${kind}${wind}"]`, document.getElementById("badges").content).firstElementChild.cloneNode(true);

/* Painted text is put in only where it differs, so that nothing is announced or selected anew. */
function text(element, value) {
  if (element && element.textContent !== value) element.textContent = value;
}

function points(element, value) {
  if (element && element.textContent.trim() !== signed(value)) element.replaceChildren(score(value));
}

function paintFloor() {
  const floor = document.getElementById("floor");
  const order = READING.map((side) => data.seats.find((seat) => seat.chair === side));
  const focused = document.activeElement;
  for (const seat of order) {
    const chair = document.getElementById(`chair-${seat.seat}`);
    if (floor.children[order.indexOf(seat)] !== chair) floor.insertBefore(chair, floor.children[order.indexOf(seat)]);
    for (const side of SIDES) chair.classList.toggle(`chair--${side}`, side === SIDES[seat.chair]);
    chair.classList.toggle("is-dead", seat.dead);
    chair.disabled = !seat.present || !data.may_enter || data.waits === "closed";
    const [wind, own] = all(".wind", chair);
    const wanted = badge(seat.wind, seat.dealer ? "dealer-" : "wind-");
    if (wind.outerHTML !== wanted.outerHTML) wind.replaceWith(wanted);
    if (own.outerHTML !== badge(seat.chair, "chair-").outerHTML) own.replaceWith(badge(seat.chair, "chair-"));
    points(one(".chair__points", chair), seat.total);
    mark(chair, seat);
  }
  if (focused !== document.activeElement && floor.contains(focused)) focused.focus();
}

function mark(chair, seat) {
  const kind = seat.dead ? "dead" : seat.dealer ? "dealer" : "";
  const there = one(".chair__badge", chair);
  const wanted = kind ? one(`[data-mark=${kind}]`, document.getElementById("badges").content).firstElementChild.cloneNode(true) : null;
  if (there?.outerHTML === wanted?.outerHTML) return;
  there?.remove();
  if (wanted) chair.append(wanted);
}

/* Which hand is played: "5/16", the number alone where nobody knows how many there will be. */
const handOf = () => (data.plan.open ? String(data.hand) : `${data.hand}/${data.plan.last}`);

function paintHead() {
  const name = document.getElementById("hand-name");
  if (!data.waiting.length || data.held) return;
  if (data.waits === "closed") text(name, say("closedWaiting"));
  else if (data.hand > data.plan.last) text(name, say("allPlayed"));
  else {
    const strong = document.createElement("strong");
    strong.lang = "zh-Hans";
    strong.textContent = data.name;
    const count = document.createElement("span");
    count.textContent = handOf();
    name.replaceChildren(strong, " ", count);
  }
}

/* The card that says who changes chairs: of the round that comes next on this phone. */
function paintMoves() {
  const box = document.getElementById("moving");
  const key = data.moving && data.waits !== "closed" ? `${data.moving}-${data.sitting}` : "";
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const card = key && document.getElementById(`change-${key}`);
  box.replaceChildren(...(card ? [card.content.cloneNode(true)] : []));
  for (const name of all("[data-mover]", box)) text(name, data.seats[Number(name.dataset.mover)].name);
}

function paintClosing() {
  const form = document.getElementById("closing");
  if (!form) return;
  const ended = data.waits === "close" || data.called;
  form.dataset.early = ended ? "no" : "yes";
  for (const seat of data.seats) points(one(`#agree-${seat.seat} .closing__name > strong`), seat.total);
  for (const place of all(".place", form)) place.hidden = data.waiting.length > 0;
  for (const part of all("[data-ended]", form)) part.hidden = (part.dataset.ended === "yes") !== ended;
  for (const part of all("[data-played]", zone)) part.hidden = Number(part.dataset.played) !== data.played;
  for (const part of all("[data-after-time]", zone)) part.hidden = !(data.waits === "close" && data.after_time);
}

/* What names the hand that is being played. */
function paintMore() {
  const number = Math.min(data.hand, data.plan.last);
  for (const element of all("[data-hand-word]")) text(element, say(element.dataset.handWord, { n: number }));
  const replay = one("form[data-entry=replay]", zone);
  if (replay) {
    replay.dataset.key = `replay-${number}`;
    replay.dataset.values = JSON.stringify({ number });
  }
  const undo = one("#acts [data-act=undo]");
  if (undo) undo.disabled = data.held !== null || data.blocked || !undoable();
}

/* The lines of the sheet: what each hand gave, and the running totals after it. */
function paintSheet() {
  const lines = new Map(data.hands.map((hand) => [hand.number, hand]));
  for (const row of all(".score tbody tr")) {
    const number = Number(row.id.slice(4));
    const hand = lines.get(number);
    const waits = Boolean(hand?.waiting);
    row.classList.toggle("is-next", number === data.hand);
    if (waits && !one(".score__hand", row)) paintName(row, hand);
    if (!waits && number >= data.hand && one(".score__total", row)) clear(row, number);
    if (waits || (hand && one(".score__total", row))) all("td", row).forEach((cell, seat) => paintCell(cell, hand, seat));
    row.classList.toggle("is-waiting", waits);
  }
  all(".score tfoot td").forEach((cell, seat) => points(cell, data.seats[seat].total));
}

function paintName(row, hand) {
  const button = document.getElementById("waiting-line").content.firstElementChild.cloneNode(true);
  one("[data-number]", button).textContent = hand.number;
  one("[data-name]", button).textContent = hand.name;
  button.dataset.correct = hand.number;
  one("th", row).replaceChildren(button);
}

function paintCell(cell, hand, seat) {
  if (!one(".score__total", cell)) {
    const total = document.createElement("span");
    total.className = "muted score__total";
    cell.replaceChildren(score(hand.change[seat]), document.createElement("br"), total);
  }
  const change = one(".gain, .loss, .even", cell);
  if (change.textContent !== signed(hand.change[seat])) change.replaceWith(score(hand.change[seat]));
  text(one(".score__total", cell), String(hand.totals[seat]).replace("-", "−"));
}

function clear(row, number) {
  all("td", row).forEach((cell) => cell.replaceChildren());
  one("th", row).textContent = `${number} ${server.plan.hands[Math.min(number, server.plan.hands.length) - 1].name}`;
}

/* The strip of my tables: where this table is, it is where this page knows it to be. */
function paintStrip() {
  const place = one(`.strip > [href="${here}"] [data-strip-hand]`);
  if (!place || !data.waiting.length || data.held) return;
  text(place, data.waits === "closed" ? say("closed") : data.waits === "close" ? say("toClose") : handOf());
}

export function paint() {
  zone.dataset.waits = data.waits;
  zone.dataset.called = data.called ? "yes" : "no";
  zone.dataset.held = data.held ? "yes" : "no";
  zone.dataset.blocked = data.blocked ? "yes" : "no";
  zone.dataset.unsent = data.waiting.length;
  zone.dataset.unsentEnd = data.closing ? "yes" : "no";
  paintFloor();
  paintHead();
  paintMoves();
  paintClosing();
  paintMore();
  paintSheet();
  paintStrip();
}

onChange(paint);

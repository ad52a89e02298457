/* An entry was refused: what the referee can do about it. Until he has decided nothing behind it is sent, and nothing is lost. */

import { isMending, mendCorrection, mendHand } from "./hand.js";
import { entries, newId, remove, update } from "./outbox.js";
import { mendPenalty } from "./penalty.js";
import { begin, clearErrors, data, here, one, onChange, say, server, settle, showError } from "./state.js";

const box = document.getElementById("held");
const CONFLICTS = ["stale", "id_reused", "wrong_hand"];
const MEND = { hand: mendHand, correction: mendCorrection, penalty: mendPenalty };

/* The hand that the table holds under this number, with other content. */
function theirs({ kind, body, held }) {
  if (kind !== "hand") return null;
  return held.current.hand ?? server.hands.find((hand) => hand.number === body.number && hand.played) ?? null;
}

const conflicts = (entry) => CONFLICTS.includes(entry.held.code);

/* Which buttons there are, and what they say. */
function choices(entry) {
  const there = theirs(entry);
  const open = server.hand <= server.plan.last && server.waits !== "closed";
  return {
    keep: there !== null,
    replace: there !== null,
    next: entry.kind === "hand" && conflicts(entry) && open,
    again: conflicts(entry) && !["hand", "undo"].includes(entry.kind),
    mend: !conflicts(entry) && entry.kind in MEND,
    retry: !conflicts(entry) && !(entry.kind in MEND) && entry.kind !== "undo",
    drop: there === null,
  };
}

export function render() {
  const entry = data.held;
  box.hidden = !entry || isMending();
  if (box.hidden) return;
  const there = theirs(entry);
  const told = box.dataset.entry === `${entry.id}${entry.held.message}`;
  one("[data-mine]", box).textContent = entry.held.current.sent ?? entry.label;
  one("[data-theirs]", box).hidden = there === null && !entry.held.current.stored;
  one("[data-theirs-text]", box).textContent = there?.text ?? entry.held.current.stored ?? theirText(there);
  one("[data-theirs-by]", box).textContent = there?.by ?? "";
  one("[data-why]", box).textContent = entry.held.message;
  const behind = data.waiting.length - 1;
  one("[data-behind]", box).hidden = behind === 0;
  one("[data-behind-count]", box).textContent = behind;
  for (const [choice, on] of Object.entries(choices(entry))) one(`[data-choice=${choice}]`, box).hidden = !on;
  one("[data-choice=next]", box).textContent = say("recordAs", { hand: server.hand });
  if (told) return;
  box.dataset.entry = `${entry.id}${entry.held.message}`;
  clearErrors(box);
  one("[name=reason]", box).value = "";
  showReason(false);
  box.scrollIntoView({ block: "nearest" });
}

function theirText(hand) {
  if (!hand) return "";
  const names = { hand: hand.number, winner: data.seats[hand.winner]?.name, discarder: data.seats[hand.discarder]?.name, fan: hand.fan };
  if (hand.winner === null) return say("handDrawn", names);
  return say(hand.discarder === null ? "handSelf" : "handWon", names);
}

function showReason(open) {
  one("[data-reason]", box).hidden = !open;
  if (open) one("[name=reason]", box).focus();
}

/* The entries behind this one belong to the hands after it: where it gets another number, so do they. */
function renumber(entry, number) {
  const [from, by] = [entry.body.number, number - entry.body.number];
  for (const other of by === 0 ? [] : entries(here)) {
    const body = { ...other.body };
    for (const field of ["number", "hand"]) if (Number.isInteger(body[field]) && body[field] >= from) body[field] += by;
    const label = other.label.replace(String(other.body.number), String(body.number));
    update({ ...other, body, label });
  }
}

const CHOICES = {
  keep: (entry) => settle(() => remove(entry)),
  drop: (entry) => settle(() => remove(entry)),
  replace: () => showReason(true),
  again: (entry) => settle(() => update({ ...entry, id: entry.held.code === "id_reused" ? newId() : entry.id, held: null })),
  retry: (entry) => settle(() => update({ ...entry, held: null })),
  mend: (entry) => MEND[entry.kind](entry),
  next(entry) {
    settle(() => {
      renumber(entry, server.hand);
      const [moved] = entries(here);
      update({ ...moved, id: entry.held.code === "id_reused" ? newId() : entry.id, held: null });
    });
  },
};

box.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-choice]")?.dataset.choice;
  if (!choice || !data.held) return;
  CHOICES[choice](data.held);
  render();
});

one("form", box).addEventListener("submit", (event) => {
  event.preventDefault();
  const entry = data.held;
  const reason = one("[name=reason]", box).value.trim();
  if (!entry) return;
  if (!reason) return void showError(box, "reason", say("correctionReason"));
  const { before_time: _, ...body } = entry.body;
  const url = entry.url.replace(/hand\/$/, "correction/");
  const label = say("corrected", { what: entry.label });
  settle(() => update({ ...entry, id: begin().id, kind: "correction", url, label, body: { ...body, reason }, held: null }));
  render();
});

document.addEventListener("referee:decide", render);
onChange(render);

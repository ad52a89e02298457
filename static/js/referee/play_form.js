/* A hand under house rules as a form: it is built of what the settlement says that it wants to know, so it knows no rule itself.

   `playForm(box, changed, chairs)` builds it into a box; with `chairs` who won is tapped at the table, too. What is entered is `entered`: {drawn, winners: [{seat, values}], way, discarder, values,
   payments, dealer}. `changed()` is called when it is another one. */

import { token } from "./send.js";
import { all, data, here, people, say } from "./state.js";

const PATIENCE = 8000;
// Up to so many numbers are a row of buttons, more are typed.
const BUTTONS = 11;

export const empty = () => ({ drawn: false, winners: [], way: "", discarder: null, values: {}, payments: [], dealer: null });

/* Out of an entry that was sent, or a hand that was recorded. */
export function enteredIn({ play = {}, dealer = null }) {
  const winners = play.winners ?? [];
  return { ...empty(), ...structuredClone(play), winners: structuredClone(winners), drawn: winners.length === 0, dealer };
}

/* What is sent of it. */
export function bodyOf({ drawn, winners, way, discarder, values, payments, dealer }) {
  const won = drawn ? [] : winners;
  const from = drawn || way === "self_draw" ? null : discarder;
  return { play: { way: drawn ? "" : way, discarder: from, winners: won, values, payments }, ...(dealer === null ? {} : { dealer }) };
}

/* Whether enough is said to ask what it gives: {field, message} of what is missing, else null. */
export function missing({ drawn, winners, way, discarder, payments }) {
  if (!drawn && !winners.length) return { field: "winners", message: say("winnerMissing") };
  if (!drawn && !way) return { field: "way", message: say("discarderMissing") };
  if (!drawn && way !== "self_draw" && discarder === null) return { field: "way", message: say("discarderMissing") };
  const kind = (payment) => data.settlement.form.payments.find((one) => one.key === payment.kind);
  if (payments.some((payment) => payment.seat === null || (kind(payment).from_one && payment.giver === null))) {
    return { field: "payments", message: say("paymentMissing") };
  }
  return null;
}

/* What it would give, by the server: {scores}, or {message, field} where it is refused, or null where there is no answer. */
export async function settled(body) {
  try {
    const response = await fetch(`${here}settle/`, {
      method: "POST",
      credentials: "same-origin",
      redirect: "manual",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
    return response.ok || response.status === 422 ? await response.json() : null;
  } catch {
    return null;
  }
}

function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

function button(text, pressed, act, className = "btn") {
  const made = element("button", className, text);
  made.type = "button";
  if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
  made.addEventListener("click", act);
  return made;
}

/* A group of controls with the name of what they are about. */
function group(label, ...children) {
  const made = element("fieldset", "stack stack--tight play__field", element("legend", "", label), ...children);
  return made;
}

let count = 0;

function typed(label, value, set, hidden = false) {
  const input = element("input", "input");
  input.id = `play-${(count += 1)}`;
  input.inputMode = "numeric";
  input.autocomplete = "off";
  input.maxLength = 6;
  input.value = value ?? "";
  input.addEventListener("input", () => {
    const text = input.value.normalize("NFKC").replace("−", "-").trim();
    set(/^-?[0-9]+$/.test(text) ? Number(text) : text === "" ? null : text);
  });
  const name = element("label", hidden ? "sr" : "", label);
  name.htmlFor = input.id;
  return element("div", "field play__number", name, input);
}

const nameOf = (seat) => data.seats[seat].name;
const seated = () => data.seats.filter((seat) => seat.present);

export function playForm(box, changed, chairs = false) {
  const { form, dealing } = data.settlement;
  const own = { entered: empty(), winds: [], dealer: 0 };

  /* After a change that shows in other controls: all is built anew. What is typed stays where it is. */
  function set(values) {
    Object.assign(own.entered, values);
    render();
    changed();
  }

  function who(label, chosen, act, error, without = []) {
    const row = element("div", "people");
    people(row, own.winds, own.dealer);
    for (const one of all("[data-person]", row)) {
      const seat = Number(one.dataset.person);
      one.setAttribute("aria-pressed", String(chosen.includes(seat)));
      one.disabled = without.includes(seat);
      one.addEventListener("click", () => act(seat));
    }
    const made = group(label, row);
    if (error) {
      const slot = element("p", "field__error");
      slot.dataset.error = error;
      slot.hidden = true;
      made.append(slot);
    }
    return made;
  }

  function pickWinner(seat) {
    const { winners, discarder } = own.entered;
    const there = winners.some((one) => one.seat === seat);
    const rest = winners.filter((one) => one.seat !== seat);
    const several = form.several && own.entered.way !== "self_draw";
    const now = there ? rest : [...(several ? rest : []), { seat, values: {} }];
    set({ winners: now, drawn: false, discarder: discarder === seat ? null : discarder });
  }

  function ways() {
    const { way, discarder, winners } = own.entered;
    const won = winners.map((one) => one.seat);
    const row = element("div", "row play__ways");
    for (const key of form.ways) {
      const made = button(say(WAYS[key]), way === key, () => set({ way: key, discarder: key === "self_draw" ? null : discarder }), "btn grow");
      made.dataset.won = key;
      row.append(made);
    }
    const made = group(say("playWay"), row);
    if (way && way !== "self_draw") {
      made.append(who(say(way === "discard" ? "playFrom" : "playKong"), discarder === null ? [] : [discarder], (seat) => set({ discarder: seat }), "", won));
    }
    const slot = element("p", "field__error");
    slot.dataset.error = "way";
    slot.hidden = true;
    made.append(slot);
    return made;
  }

  function field(one, values) {
    const made = control(one, values);
    made.dataset.field = one.key;
    return made;
  }

  function control(one, values) {
    const keep = (value) => {
      if (value === null) delete values[one.key];
      else values[one.key] = value;
    };
    if (one.type === "switch") {
      return button(one.label, Boolean(values[one.key]), () => { keep(values[one.key] ? null : true); set({}); }, "btn play__switch");
    }
    if (one.type === "choice") {
      const row = element("div", "kinds");
      const options = asked(one.options);
      if (!options.some((option) => option.key === values[one.key])) delete values[one.key];
      for (const option of options) {
        const chosen = (values[one.key] ?? one.default) === option.key;
        const made = button(option.label, chosen, () => { keep(option.key); set({}); });
        made.dataset.option = option.key;
        if (option.hint) made.append(element("small", "play__hint", option.hint));
        row.append(made);
      }
      return group(one.label, row);
    }
    if (one.type === "person") {
      const chosen = values[one.key] ?? null;
      const made = element("details", "play__dealer", element("summary", "", chosen === null ? one.label : `${one.label}: ${nameOf(chosen)}`));
      made.open = chosen !== null;
      made.append(who(one.label, chosen === null ? [] : [chosen], (seat) => { keep(chosen === seat ? null : seat); set({}); },
        "", one.loser ? own.entered.winners.map((other) => other.seat) : []));
      return made;
    }
    if (one.type === "each") {
      const four = values[one.key] ?? [0, 0, 0, 0];
      const row = element("div", "play__each");
      for (const { seat } of seated()) {
        row.append(typed(nameOf(seat), four[seat] || "", (value) => {
          const now = [...(values[one.key] ?? [0, 0, 0, 0])];
          now[seat] = value ?? 0;
          keep(now);
          changed();
        }));
      }
      const made = element("details", "play__dealer", element("summary", "", one.label), row);
      made.open = four.some(Boolean);
      return made;
    }
    if (one.high - one.low < BUTTONS) {
      const row = element("div", "sizes");
      for (let n = one.low; n <= one.high; n += 1) {
        row.append(button(String(n), (values[one.key] ?? one.default) === n, () => { keep(n); set({}); }));
      }
      return group(one.label, row);
    }
    return group(one.label, typed(one.label, values[one.key] ?? "", (value) => { keep(value); changed(); }, true));
  }

  /* How the hand ended, by which some things are asked and others not. */
  const end = () => (own.entered.drawn ? "drawn" : own.entered.way);
  const asked = (list) => list.filter((one) => one.when.includes(end()));

  /* Switches side by side, everything else below one another. What is not asked any more is forgotten. */
  function fields(all_, values) {
    const list = asked(all_);
    for (const one of all_) if (!list.includes(one)) delete values[one.key];
    const switches = list.filter((one) => one.type === "switch");
    const rest = list.filter((one) => one.type !== "switch").map((one) => field(one, values));
    return switches.length ? [...rest, element("div", "kinds", ...switches.map((one) => field(one, values)))] : rest;
  }

  function payment(one, at) {
    const kind = form.payments.find((found) => found.key === one.kind);
    const change = (values) => set({ payments: own.entered.payments.map((other, k) => (k === at ? { ...other, ...values } : other)) });
    const remove = button(say("playRemove"), null, () => set({ payments: own.entered.payments.filter((_, k) => k !== at) }), "btn btn--quiet");
    const parts = [who(say("playWho"), one.seat === null ? [] : [one.seat], (seat) => change({ seat, giver: one.giver === seat ? null : one.giver }))];
    if (kind.from_one) parts.push(who(say("playFrom"), one.giver === null ? [] : [one.giver], (seat) => change({ giver: seat }), "", [one.seat]));
    if (kind.most > 1) {
      const row = element("div", "sizes");
      for (let n = 1; n <= kind.most; n += 1) row.append(button(String(n), one.count === n, () => change({ count: n })));
      parts.push(group(say("playCount"), row));
    }
    const made = group(kind.label, ...parts, remove);
    made.classList.add("card", "play__payment");
    return made;
  }

  function payments() {
    if (!form.payments.length) return [];
    const add = element("div", "kinds");
    for (const kind of form.payments) {
      const made = button(`+ ${kind.label}`, null, () => set({ payments: [...own.entered.payments, { kind: kind.key, seat: null, giver: null, count: 1 }] }));
      made.dataset.payment = kind.key;
      add.append(made);
    }
    const slot = element("p", "field__error");
    slot.dataset.error = "payments";
    slot.hidden = true;
    return [group(say("playPayments"), ...own.entered.payments.map(payment), add, slot)];
  }

  function dealer() {
    if (dealing === "rotates") return [];
    const deals = own.entered.dealer ?? own.dealer;
    const made = element("details", "play__dealer", element("summary", "", say("playDealer", { name: nameOf(deals) })));
    made.open = own.entered.dealer !== null;
    made.append(who(say("playDealerWho"), [deals], (seat) => set({ dealer: seat === own.dealer ? null : seat })));
    return [made];
  }

  /* Who won. At the table a chair says so: there the buttons are for hands that several can win. */
  function winners(entered) {
    const won = entered.winners.map((one) => one.seat);
    if (chairs && !form.several) {
      const asked = won.length || entered.drawn ? say(entered.drawn ? "gridDrawn" : "playWinner", { name: nameOf(won[0] ?? 0) }) : say("whoWon");
      return element("p", "ref__prompt", asked);
    }
    const made = who(say("whoWon"), won, pickWinner, "winners");
    const drawn = button(say("gridDrawn"), entered.drawn, () => set({ drawn: !entered.drawn, winners: [], way: "", discarder: null }));
    made.append(drawn);
    return made;
  }

  function render() {
    const { entered } = own;
    const at = document.activeElement?.closest(".play__field, .play__dealer")?.textContent;
    const shown = [winners(entered)];
    if (entered.winners.length) {
      shown.push(ways());
      for (const one of entered.way ? entered.winners : []) {
        const list = fields(form.winner, one.values);
        if (list.length) shown.push(...(entered.winners.length > 1 ? [group(nameOf(one.seat), ...list)] : list));
      }
    }
    if ((entered.winners.length && entered.way) || entered.drawn) shown.push(...fields(form.hand, entered.values), ...payments());
    shown.push(...dealer());
    box.replaceChildren(...shown);
    if (at) box.querySelector(`[aria-pressed="true"]`)?.blur();
  }

  return {
    entered: () => own.entered,
    pickWinner,
    pickDiscarder: (seat) => set({ way: own.entered.way === "robbed_kong" ? "robbed_kong" : "discard", discarder: seat }),
    show(entered, winds, usual) {
      Object.assign(own, { entered, winds, dealer: usual });
      render();
    },
  };
}

const WAYS = { self_draw: "playSelf", discard: "playDiscard", robbed_kong: "playRobbed" };

/* The calculator: tiles are tapped instead of written, and the answer comes without another page. A hand stays an address. */

import { composer } from "../tiles.js";

const form = document.querySelector("[data-fan]");
const answer = document.getElementById("answer");
const brief = form.querySelector("[data-brief-at]");
const text = form.querySelector("details");
const nothing = document.getElementById("no-hand").innerHTML;
const PAUSE = 150;
let timer = 0;
let asking = null;

const fields = ["hand", "melds", "win"].map((name) => form.elements.namedItem(name));

function show(hand) {
  for (const field of fields) field.value = hand[field.name];
}

const written = () => Object.fromEntries(fields.map((field) => [field.name, field.value]));

/** The address of what the form says, without what is as usual anyway. */
function address() {
  const given = new URLSearchParams(new FormData(form));
  const usual = { seat: "E", round: "E", flowers: "0", rulebook: form.elements.namedItem("rulebook").options[0].value };
  for (const [name, value] of [...given]) if (!value || value === usual[name]) given.delete(name);
  return given;
}

function place(errors) {
  for (const slot of form.querySelectorAll("[data-error-at]")) {
    slot.replaceChildren();
    slot.closest(".field")?.classList.remove("field--wrong");
  }
  for (const error of errors) {
    const own = form.querySelector(`[data-error-at="${error.dataset.at}"]`);
    const slot = own && (text.open || !text.contains(own)) ? own : form.querySelector('[data-error-at="tiles"]');
    const line = document.createElement("p");
    line.className = "field__error";
    line.textContent = error.textContent;
    slot.append(line);
    slot.closest(".field")?.classList.add("field--wrong");
  }
}

/** The answer in a line below the keyboard: on a telephone the whole of it is further down. */
function sum() {
  brief.replaceChildren(answer.querySelector("template[data-brief]")?.content.cloneNode(true) ?? "");
}

async function ask() {
  clearTimeout(timer);
  asking?.abort();
  asking = new AbortController();
  const given = address();
  const shared = `${form.action.split("?")[0]}?${given}`;
  given.set("part", "1");
  try {
    const reply = await fetch(`${form.action.split("?")[0]}?${given}`, { signal: asking.signal });
    if (!reply.ok) throw new Error(reply.statusText);
    answer.innerHTML = await reply.text();
    place(answer.querySelector("template[data-errors]")?.content.querySelectorAll("[data-at]") ?? []);
    sum();
    history.replaceState(null, "", shared);
  } catch (error) {
    if (error.name === "AbortError") return;
    location.assign(shared); // the browser then says what is wrong with the network
  }
}

function soon() {
  clearTimeout(timer);
  const state = form.querySelector("[data-composer]").dataset.state;
  if (state !== "open") timer = setTimeout(ask, PAUSE);
  else {
    asking?.abort();
    place([]);
    answer.innerHTML = nothing;
    sum();
  }
}

const tiles = composer(form.querySelector("[data-composer]"), (hand) => {
  show(hand);
  soon();
});
tiles.set(written());
if (!form.querySelector(".field__error")) text.open = false;
sum();

form.addEventListener("input", (event) => {
  if (fields.includes(event.target)) tiles.set(written());
  soon();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});

/* Whom a reader follows: their rows stand above the standings, on this device. Opening a row offers it. */

const box = document.querySelector("[data-follow]");
const table = () => document.getElementById("standings");
const words = document.getElementById("follow-words")?.content;
const key = box && `quesai-follow:${box.dataset.follow}`;

function followed() {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return []; // storage is off or spoilt: nobody is followed
  }
}

function keep(ids) {
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    return; // it then holds until the page is left
  }
}

let ids = box ? followed() : [];

function button(row) {
  const on = ids.includes(row.id);
  const node = words.querySelector(on ? "[data-unfollow]" : "[data-follow-row]").cloneNode(true);
  node.addEventListener("click", () => {
    ids = on ? ids.filter((id) => id !== row.id) : [...ids, row.id];
    keep(ids);
    show();
  });
  return node;
}

function offer(details) {
  details.querySelector(":scope > button")?.remove();
  const row = details.closest("#standings tr");
  if (row && details.open) details.append(button(row));
}

function pinned(row) {
  const copy = row.cloneNode(true);
  copy.hidden = false;
  copy.removeAttribute("id");
  copy.removeAttribute("data-row");
  copy.classList.remove("glow");
  const details = copy.querySelector("details");
  details?.removeAttribute("id");
  details?.querySelector(":scope > button")?.remove();
  details?.append(button(row));
  return copy;
}

function show() {
  const opened = new Set([...box.querySelectorAll("tr")].filter((row) => row.querySelector("details")?.open).map((row) => row.dataset.number));
  const rows = [...(table()?.querySelectorAll("tbody > tr") ?? [])].filter((row) => ids.includes(row.id));
  const body = box.querySelector("tbody");
  body.replaceChildren(...rows.map(pinned));
  for (const row of body.children) row.querySelector("details").open = opened.has(row.dataset.number);
  box.hidden = !rows.length;
  for (const details of table()?.querySelectorAll("details[open]") ?? []) offer(details);
}

if (box && words) {
  document.addEventListener("toggle", (event) => event.target.matches?.("#standings details") && offer(event.target), true);
  document.addEventListener("quesai:refreshed", show);
  show();
}

/* Whom a reader follows, on this device and without an account: [data-follow] names the tournament.

   [data-star="3"] is a button that follows player 3; lists (#people) get one in each row, made of #star-template. Whatever else has
   the number of a followed player as data-number is marked. In the standings followed rows stand on top, and an opened row offers to be
   followed; [data-cards] shows the followed players, asked for at that address and refreshed by live.js. What is kept are ids of
   rows of the standings: p3 is a player, t3 a team. */

const AT_MOST = 20;
const slug = document.querySelector("[data-follow]")?.dataset.follow;
const key = `quesai-follow:${slug}`;
const box = document.getElementById("followed");
const standings = () => document.getElementById("standings");
const template = document.getElementById("star-template");
const words = document.getElementById("follow-words")?.content;

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter((id) => /^[pt]\d+$/.test(id)) : [];
  } catch {
    return []; // storage is off or spoilt: nobody is followed
  }
}

function keep() {
  try {
    localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    return; // it then holds until the page is left
  }
}

let ids = kept();

function toggle(id) {
  ids = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  keep();
  show();
}

/* Stars, and whoever is followed wherever he is named */

function star(row) {
  const button = template.content.firstElementChild.cloneNode(true);
  button.dataset.star = row.dataset.number;
  button.setAttribute("aria-label", template.dataset.label.replace("{name}", row.querySelector("th a").textContent));
  return button;
}

function stars() {
  if (template) {
    for (const row of document.querySelectorAll("#people tr[data-number]")) {
      if (!row.querySelector("[data-star]")) row.querySelector("th").prepend(star(row));
    }
  }
  for (const button of document.querySelectorAll("[data-star]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(ids.includes(`p${button.dataset.star}`)));
  }
}

function marks() {
  for (const one of document.querySelectorAll("[data-number]")) {
    if (!one.closest("#standings, #followed")) one.classList.toggle("is-followed", ids.includes(`p${one.dataset.number}`));
  }
}

/* The standings: rows on top, and a button in an opened row */

function button(row) {
  const node = words.querySelector(ids.includes(row.id) ? "[data-unfollow]" : "[data-follow-row]").cloneNode(true);
  node.addEventListener("click", () => toggle(row.id));
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

function pins() {
  const opened = new Set([...box.querySelectorAll("tr")].filter((row) => row.querySelector("details")?.open).map((row) => row.dataset.number));
  const rows = [...(standings()?.querySelectorAll("tbody > tr") ?? [])].filter((row) => ids.includes(row.id));
  const body = box.querySelector("tbody");
  body.replaceChildren(...rows.map(pinned));
  for (const row of body.children) row.querySelector("details").open = opened.has(row.dataset.number);
  box.hidden = !rows.length;
  for (const details of standings()?.querySelectorAll("details[open]") ?? []) offer(details);
}

/* The front page: the followed players in a living part of their own */

function cards() {
  const numbers = ids.filter((id) => id.startsWith("p")).map((id) => id.slice(1)).slice(0, AT_MOST).join(",");
  box.hidden = !numbers;
  if (box.dataset.numbers === numbers) return;
  box.dataset.numbers = numbers;
  const zone = document.createElement("div");
  zone.className = "living";
  zone.dataset.live = `${box.dataset.cards}?n=${numbers}&part=1`;
  zone.dataset.every = box.dataset.every;
  box.querySelector("[data-page]").href = `${box.dataset.page}?n=${numbers}`;
  box.querySelector(".living")?.remove();
  if (!numbers) return;
  box.querySelector("h2").after(zone);
  box.dispatchEvent(new CustomEvent("quesai:refreshed", { bubbles: true, detail: {} })); // live.js looks here for parts
  zone.dispatchEvent(new Event("quesai:refresh"));
}

function show() {
  stars();
  marks();
  if (box && words) pins();
  if (box?.dataset.cards) cards();
}

if (slug) {
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.("[data-star]");
    if (pressed) toggle(`p${pressed.dataset.star}`);
  });
  if (words) document.addEventListener("toggle", (event) => event.target.matches?.("#standings details") && offer(event.target), true);
  document.addEventListener("quesai:refreshed", show);
  addEventListener("storage", (event) => {
    if (event.key !== key) return;
    ids = kept();
    show();
  });
  show();
}

/* A big screen: one slide at a time, keys, and whatever keeps it right for days.

   live.js refreshes the slides. Here they are shown one after the other: [data-slide] in groups ([data-group]) that take turns, [data-turn]
   slides of a group at a time, each for [data-seconds]. Which one is on is remembered by its name, so a refresh changes no page.
   Once a minute the server is asked how it is: a screen that a fault has stopped, or that an older release has made, loads itself anew. */

const IDLE = 3000;
const LOOK = 60000;
const zone = document.querySelector("[data-live]");
const dots = document.querySelector("[data-dots]");
const time = document.querySelector("[data-time]");
const root = document.documentElement;
const page = { order: [], at: 0, timer: 0, held: false };
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let ahead = Number(zone.dataset.serverNow) - Date.now();
let shownUntil = "";

// ── Which slide comes when

/* The slides in the order in which they come: a turn of each group, then the next turn of each. */
function playlist(slides) {
  const groups = Map.groupBy ? Map.groupBy(slides, (slide) => slide.dataset.group) : grouped(slides);
  const turns = [...groups.values()].map((group) => ({ group, turn: Number(group[0].dataset.turn) }));
  const rounds = Math.max(0, ...turns.map(({ group, turn }) => Math.ceil(group.length / turn)));
  const order = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { group, turn } of turns) {
      const start = (round % Math.ceil(group.length / turn)) * turn;
      for (const slide of group.slice(start, start + turn)) order.push({ name: slide.dataset.slide, round });
    }
  }
  return order;
}

function grouped(slides) {
  const groups = new Map();
  for (const slide of slides) groups.set(slide.dataset.group, [...(groups.get(slide.dataset.group) ?? []), slide]);
  return groups;
}

const slideNamed = (name) => zone.querySelector(`[data-slide="${CSS.escape(name)}"]`);

/* After a refresh: the same slide in the same round, else the same slide, else the one in its place. */
function gather() {
  const before = page.order[page.at];
  page.order = playlist([...zone.querySelectorAll("[data-slide]")]);
  const same = (one) => before && one.name === before.name;
  let at = page.order.findIndex((one) => same(one) && one.round === before.round);
  if (at < 0) at = page.order.findIndex(same);
  const kept = at >= 0;
  page.at = kept ? at : 0;
  put();
  // A single slide waits for nothing, until it has company.
  if (!kept || !page.timer) wait();
}

function put() {
  const now = page.order[page.at];
  const shown = now && slideNamed(now.name);
  for (const slide of zone.querySelectorAll("[data-slide]")) {
    slide.classList.toggle("is-on", slide === shown);
    slide.toggleAttribute("inert", slide !== shown);
  }
  document.body.dataset.shows = shown?.className.match(/slide--(\w+)/)?.[1] ?? "";
  putDots(shown);
}

/* The pages of the group that is on: dots, or with many of them a number. */
function putDots(shown) {
  const group = shown ? [...zone.querySelectorAll(`[data-group="${shown.dataset.group}"]`)] : [];
  if (group.length < 2) {
    dots.replaceChildren();
    return;
  }
  if (group.length > 20) {
    dots.replaceChildren(`${group.indexOf(shown) + 1} / ${group.length}`);
    return;
  }
  dots.replaceChildren(
    ...group.map((slide) => {
      const dot = document.createElement("i");
      dot.classList.toggle("is-on", slide === shown);
      return dot;
    }),
  );
}

function wait() {
  clearTimeout(page.timer);
  page.timer = 0;
  document.querySelector("[data-paused]").hidden = !page.held;
  if (page.held || page.order.length < 2) return;
  const slide = slideNamed(page.order[page.at].name);
  const seconds = Number(document.body.dataset.seconds) || Number(slide?.dataset.seconds) || 8;
  page.timer = setTimeout(() => go(1), seconds * 1000);
}

function go(step) {
  const count = page.order.length;
  if (count) {
    page.at = (page.at + step + count) % count;
    if (count > 1 && !calm.matches) zone.classList.add("is-turning");
    put();
  }
  wait();
}

// ── Keys and pointer

function toggleFull() {
  const asked = document.fullscreenElement ? document.exitFullscreen?.() : root.requestFullscreen?.();
  asked?.catch(() => {}); // a browser that allows no full screen goes on without it; F11 is still there
}

function toggleTheme() {
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  const url = new URL(location.href);
  url.searchParams.set("theme", root.dataset.theme);
  history.replaceState(null, "", url);
  document.querySelector("[data-language] [name=next]").value = url.pathname + url.search;
}

function hold() {
  page.held = !page.held;
  wait();
}

const speak = () => document.querySelector("[data-language]").requestSubmit();
const KEYS = { ArrowRight: () => go(1), ArrowLeft: () => go(-1), " ": hold, f: toggleFull, t: toggleTheme, l: speak };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === " " && event.target.closest?.("button, a")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

for (const [name, act] of [["full", toggleFull], ["theme-switch", toggleTheme], ["hold", hold], ["tongue", speak]]) {
  document.querySelector(`[data-${name}]`).addEventListener("click", act);
}

let idle = 0;
function moved() {
  document.body.classList.add("is-moved");
  clearTimeout(idle);
  idle = setTimeout(() => document.body.classList.remove("is-moved"), IDLE);
}
for (const name of ["pointermove", "pointerdown", "focusin"]) document.addEventListener(name, moved);

// ── Time: of the day, and of what time alone changes

const inZone = new Intl.DateTimeFormat(root.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: document.body.dataset.zone });

function tick() {
  const now = Date.now() + ahead;
  const text = inZone.format(now);
  if (time.textContent !== text) time.textContent = text;
  const until = document.getElementById("show")?.dataset.until ?? "";
  if (until && until !== shownUntil && now > Number(until) + 500) {
    shownUntil = until; // asked once for each moment: the answer names the next one
    zone.dataset.version = "";
    zone.dispatchEvent(new CustomEvent("quesai:refresh"));
  }
  setTimeout(tick, 1000);
}

document.addEventListener("quesai:server-time", (event) => {
  ahead = event.detail.now - Date.now();
});

// ── For days

/* The screen must not go dark; where a browser cannot be asked for that, its settings decide. */
async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    return; // saving power, or not allowed here
  }
}

/* How the server is. What a fault has stopped sees an answer with something new twice, and shows neither. */
let unmoved = "";
async function look() {
  const seen = zone.dataset.version;
  try {
    const url = new URL(zone.dataset.live, location.href);
    url.searchParams.set("v", seen);
    const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(10000) });
    const release = answer.headers.get("X-Release");
    const stuck = answer.status === 200 && zone.dataset.version === seen;
    if (answer.ok && ((release && release !== document.body.dataset.release) || (stuck && unmoved === seen))) await anew();
    unmoved = stuck ? seen : "";
  } catch {
    unmoved = ""; // no network: live.js says so
  }
}

/* Only when the page is there: a browser's own page of errors would never come back. */
async function anew() {
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(10000) });
  if (answer.ok) location.reload();
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("quesai:refreshed", gather);
zone.addEventListener("animationend", () => zone.classList.remove("is-turning"));
setInterval(look, LOOK);
stayAwake();
gather();
wait();
tick();

/* Session clocks. A clock is computed anew from the server's end time whenever it is shown, and never counts its own ticks: it is right
   after sleep, in a tab that was in the background, and the same on every screen.

   <span data-clock data-state="running" data-ends-at="MS" data-left="SECONDS" data-warning="SECONDS" data-server-now="MS"> with
   [data-clock-time] and [data-clock-word] inside; data-word-STATE are the words. States: waiting, paused and called stand still at
   data-left; running, warning and over follow from the time left. The server's now is taken from data-server-now (of the clock, or of the
   living part around it) and from the answers that the page gets (the event quesai:server-time); what this device's clock says does not
   matter. [data-when-clock="over"] inside the same [data-clock-scope] is shown in that state only. The event quesai:clock asks at once. */

const STANDING = ["waiting", "paused", "called"];
let ahead = 0; // milliseconds by which the server's clock is ahead of this device's
let trusted = false;
let wall = Date.now() - performance.now();
let timer = 0;
const read = new Set();

/* Every answer took its time: what it says is a moment ago, so of several the one that is furthest ahead is nearest to the truth. */
function learn(serverNow, at) {
  const found = serverNow - at;
  if (!trusted || found > ahead) ahead = found;
  trusted = true;
}

/* When the page itself came. One that the referee's worker has kept says when that was. A page out of the browser's store may be old: it is believed until the first answer comes. */
function pageCame() {
  const kept = document.querySelector('meta[name="quesai-stored"]');
  if (kept) return { at: Date.parse(kept.content), stored: true };
  const [page] = performance.getEntriesByType("navigation");
  const stored = !page || page.type === "back_forward" || (page.transferSize === 0 && page.decodedBodySize > 0);
  return { at: stored || !page ? Date.now() : performance.timeOrigin + page.responseStart, stored };
}

function learnFromPage(first) {
  for (const element of document.querySelectorAll("[data-server-now]")) {
    const text = element.dataset.serverNow;
    if (read.has(text)) continue;
    read.add(text);
    const { at, stored } = first ? pageCame() : { at: Date.now(), stored: false };
    learn(Number(text), at);
    if (stored) trusted = false;
  }
}

/* After sleep, or when somebody has set the clock of this device, what was learnt may be wrong: the next answer counts whatever it says. */
function noticeJump() {
  const now = Date.now() - performance.now();
  if (Math.abs(now - wall) > 1000) trusted = false;
  wall = now;
}

const two = (number) => String(number).padStart(2, "0");

function written(left) {
  const seconds = Math.floor(Math.abs(left) / 1000);
  const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return left < 0 && seconds ? `+${text}` : text;
}

/* Milliseconds left and the state that follows from them. */
function reading(clock) {
  const { state, endsAt, left, warning } = clock.dataset;
  if (STANDING.includes(state) || !endsAt) return { state, left: Number(left) * 1000 };
  const now = Number(endsAt) - (Date.now() + ahead);
  if (now <= 0) return { state: "over", left: now };
  return { state: now <= Number(warning) * 1000 ? "warning" : "running", left: now };
}

function show(clock) {
  const { state, left } = reading(clock);
  const time = clock.querySelector("[data-clock-time]");
  const word = clock.querySelector("[data-clock-word]");
  const text = written(left);
  const says = clock.dataset[`word${state[0].toUpperCase()}${state.slice(1)}`] ?? "";
  if (time && time.textContent !== text) time.textContent = text;
  if (word && word.textContent !== says) word.textContent = says;
  for (const name of [...STANDING, "running", "warning", "over"]) clock.classList.toggle(`is-${name}`, name === state);
  for (const part of (clock.closest("[data-clock-scope]") ?? document).querySelectorAll("[data-when-clock]")) {
    part.hidden = !part.dataset.whenClock.split(" ").includes(state);
  }
  return STANDING.includes(state) ? 1000 : ((left % 1000) + 1000) % 1000;
}

/* All clocks now, and again when the first of them changes its second. */
function tick(first) {
  clearTimeout(timer);
  noticeJump();
  learnFromPage(first === true);
  const clocks = [...document.querySelectorAll("[data-clock]")];
  const waits = clocks.map(show).filter((wait) => wait > 0);
  timer = setTimeout(tick, Math.max(20, Math.min(1000, ...waits)) + 5);
}

document.addEventListener("quesai:server-time", (event) => {
  noticeJump();
  learn(event.detail.now, Date.now());
});
for (const name of ["visibilitychange", "resume", "quesai:refreshed", "quesai:clock", "htmx:afterSwap"]) document.addEventListener(name, tick);
for (const name of ["pageshow", "focus"]) window.addEventListener(name, tick);
tick(true);

/* The board: minutes since the last entry run on, the filter by state works without a request, and a table opens beside
   the board where there is room. Without this script every link leads to a page of its own. */

const board = document.querySelector("[data-board]");
const side = document.getElementById("table-side");
const WIDE = matchMedia("(min-width: 75rem)");
// The clocks of the server and of this desk may differ.
const ahead = board ? Date.parse(board.dataset.now) - Date.now() : 0;
const now = () => Date.now() + ahead;

function minutes() {
  const limit = Number(board.dataset.quietAfter);
  for (const card of board.querySelectorAll("[data-since]")) {
    const passed = Math.max(0, Math.floor((now() - Date.parse(card.dataset.since)) / 60000));
    const shown = card.querySelector("[data-minutes]");
    if (shown && shown.textContent !== String(passed)) shown.textContent = String(passed);
    if (card.dataset.state === "playing" && passed >= limit) {
      const word = card.querySelector("[data-state-word]");
      card.dataset.state = "quiet";
      card.classList.replace("is-playing", "is-quiet");
      word.classList.replace("is-playing", "is-quiet");
      word.textContent = board.dataset.quietWord;
    }
  }
}

function filterBy(link) {
  const zone = link.closest("[data-live]");
  const url = new URL(link.href);
  board.dataset.show = link.dataset.state;
  for (const other of link.parentElement.children) {
    if (other === link) other.setAttribute("aria-current", "true");
    else other.removeAttribute("aria-current");
  }
  const live = new URL(zone.dataset.live, location.href);
  if (link.dataset.state) live.searchParams.set("state", link.dataset.state);
  else live.searchParams.delete("state");
  zone.dataset.live = live.pathname + live.search;
  history.replaceState(null, "", url.pathname + url.search);
}

let opened = "";

function mark(card) {
  for (const other of board.querySelectorAll(".board__table[aria-current]")) other.removeAttribute("aria-current");
  card?.setAttribute("aria-current", "true");
}

function openBeside(link) {
  side.hidden = false;
  window.htmx.ajax("GET", link.href, { target: "#table-side", swap: "innerHTML" });
  opened = new URL(link.href).pathname;
  markOpened();
}

// The card of the table that is open beside; a refresh of the board makes it anew.
function markOpened() {
  const cards = [...board.querySelectorAll(".board__table")];
  mark(opened ? cards.find((card) => new URL(card.href).pathname === opened) : null);
}

function closeBeside() {
  const card = board.querySelector(".board__table[aria-current]");
  side.hidden = true;
  side.replaceChildren();
  opened = "";
  mark(null);
  card?.focus();
}

function neighbour(card, key) {
  const cards = [...board.querySelectorAll(".board__table")].filter((one) => one.checkVisibility());
  const here = cards.indexOf(card);
  if (key === "ArrowLeft") return cards[here - 1];
  if (key === "ArrowRight") return cards[here + 1];
  const { top, left } = card.getBoundingClientRect();
  const ahead = key === "ArrowDown" ? cards.slice(here + 1) : cards.slice(0, here).reverse();
  return ahead.find((one) => {
    const box = one.getBoundingClientRect();
    return Math.abs(box.left - left) < 8 && box.top !== top;
  });
}

if (board) {
  board.addEventListener("click", (event) => {
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!plain) return;
    if (event.target.closest("[data-close-side]")) {
      event.preventDefault();
      closeBeside();
      return;
    }
    const state = event.target.closest("[data-board-filter] a");
    const link = event.target.closest("a[data-beside]");
    if (state) {
      event.preventDefault();
      filterBy(state);
    } else if (link && WIDE.matches && window.htmx) {
      event.preventDefault();
      openBeside(link);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || side.hidden || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    // What somebody has begun to type is not thrown away by a key.
    if (event.target.matches("input, select, textarea") || side.querySelector("[name=expected_version][data-keep]")) return;
    event.preventDefault();
    closeBeside();
  });
  board.addEventListener("keydown", (event) => {
    const card = event.target.closest(".board__table");
    if (!card || !event.key.startsWith("Arrow")) return;
    const next = neighbour(card, event.key);
    if (next) {
      event.preventDefault();
      next.focus();
    }
  });
  document.addEventListener("quesai:refreshed", (event) => {
    if (!board.contains(event.target)) return;
    minutes();
    markOpened();
  });
  // What was done beside shows on the board at once.
  side.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.requestConfig?.verb !== "post") return;
    side.scrollTop = 0;
    board.querySelector("[data-live]").dispatchEvent(new Event("quesai:refresh"));
  });
  setInterval(minutes, 5000);
  minutes();
}

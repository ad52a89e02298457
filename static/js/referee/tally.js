/* The pad for tiles and for ticked fan, and what the server counts of them. Fetched when it is first wanted. */

import { composer, tilesOf } from "../tiles.js";
import { all, here, one } from "./state.js";

const STORE = "quesai:pad";

/* The pad as the server writes it; without network the one that this phone had last, of the same tournament. */
async function written() {
  const [event] = here.match(/^\/referee\/[^/]+\//) ?? [here];
  const lang = document.documentElement.lang;
  try {
    const response = await fetch(`${here}pad/`, { credentials: "same-origin", redirect: "manual" });
    if (!response.ok) throw new Error("no pad");
    const html = await response.text();
    keep({ event, lang, html });
    return html;
  } catch (error) {
    const kept = last();
    if (kept?.event === event && kept.lang === lang) return kept.html;
    throw error;
  }
}

function keep(pad) {
  try {
    localStorage.setItem(STORE, JSON.stringify(pad));
  } catch {
    return; // storage is off or full: without network there is no pad
  }
}

function last() {
  try {
    return JSON.parse(localStorage.getItem(STORE));
  } catch {
    return null; // storage is off
  }
}

export async function tally(box, owner) {
  const html = await written();
  box.replaceChildren(document.createRange().createContextualFragment(html));
  const result = one("[data-result]", box);
  const root = one("[data-composer]", box);
  const keyboard = composer(root, (tiles) => {
    onKeys = tiles.hand || tiles.melds || tiles.win ? tiles : null;
    owner.set({ tiles: onKeys, whole: root.dataset.state === "won", fans: {} });
  });
  let onKeys = null; // the tiles as the keyboard has them, whoever put them there

  function tick(button) {
    const { fanName: name, most } = button.dataset;
    const fans = { ...owner.entered().fans };
    const count = (fans[name] ?? 0) + 1;
    if (count > Number(most)) delete fans[name];
    else fans[name] = count;
    owner.set({ fans, tiles: null });
  }

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.fanName) tick(button);
    else if (button.dataset.chip) {
      const { flags } = owner.entered();
      owner.set({ flags: { ...flags, [button.dataset.chip]: !flags[button.dataset.chip] } });
    } else if (button.hasAttribute("data-without")) owner.set({ tiles: null, fans: {}, flags: {}, way: "digits" });
  });

  const plain = (text) => text.normalize("NFKD").toLocaleLowerCase().trim();
  one("[data-find]", box).addEventListener("input", (event) => {
    const wanted = plain(event.target.value).split(/\s+/).filter(Boolean);
    for (const button of all("[data-fan-name]", box)) {
      const text = plain(button.dataset.findIn);
      button.hidden = !wanted.every((word) => text.includes(word));
    }
  });

  /* Only what can be, as the entry stands. */
  function possible({ tiles, flags }, { self, robbed }) {
    const inHand = tiles?.win && tilesOf(tiles.hand).includes(tiles.win);
    return {
      last_of_kind: Boolean(flags.last_of_kind || (tiles?.win && !inHand)),
      last_wall: !robbed,
      replacement: Boolean(self && /kong:/.test(tiles?.melds ?? "")),
    };
  }

  function show(entered, facts) {
    for (const part of all("[data-part]", box)) part.hidden = part.dataset.part !== entered.way;
    if (entered.tiles !== onKeys) keyboard.set(entered.tiles ?? {});
    onKeys = entered.tiles;
    const can = possible(entered, facts);
    for (const chip of all("[data-chip]", box)) {
      chip.hidden = !can[chip.dataset.chip];
      chip.setAttribute("aria-pressed", String(Boolean(entered.flags[chip.dataset.chip])));
    }
    for (const button of all("[data-fan-name]", box)) {
      const count = entered.fans[button.dataset.fanName] ?? 0;
      button.setAttribute("aria-pressed", String(count > 0));
      button.dataset.count = count > 1 ? `× ${count}` : "";
    }
    const whole = entered.whole || Object.keys(entered.fans).length > 0;
    one("[data-without]", box).hidden = !entered.tiles && !Object.keys(entered.fans).length;
    const said = JSON.stringify([whole, entered.count]);
    if (result.dataset.said === said) return;
    result.dataset.said = said;
    result.replaceChildren(...(whole ? told(entered.count) : []));
  }

  function told(count) {
    if (!count) return [text("p", result.dataset.counting, "muted")];
    if (count.offline) return [text("p", result.dataset.offline)];
    if (!count.total) return [];
    const fans = document.createElement("ul");
    fans.className = "fan-list";
    fans.append(...count.fans.map((fan) => line(fan.count > 1 ? `${fan.words} × ${fan.count}` : fan.words, fan.points)));
    const total = text("p", result.dataset.total.replace("{n}", count.total), "tally__total");
    return [total, fans, ...why(count)];
  }

  function why({ not_counted: left, reading }) {
    if (!left.length && !reading.length) return [];
    const more = document.createElement("details");
    const list = document.createElement("ul");
    list.className = "list small";
    list.append(...left.map((fan) => text("li", `${fan.words}${result.dataset.colon}${fan.why}`)));
    const groups = document.createElement("p");
    groups.className = "hand-tiles";
    groups.append(...reading.map(group));
    more.append(text("summary", result.dataset.why.replace("{n}", left.length)), groups, list);
    return [more];
  }

  function group({ tiles, wins }) {
    const made = text("span", "", wins ? "hand-tiles__group hand-tiles__win" : "hand-tiles__group");
    made.append(...tilesOf(tiles).map((tile) => one(`[data-tile="${tile}"] svg`, box).cloneNode(true)));
    return made;
  }

  return { show };
}

function line(words, points) {
  const item = document.createElement("li");
  item.append(text("span", words), " ", text("span", points, "fan-list__points"));
  return item;
}

function text(tag, words, classes = "") {
  const element = document.createElement(tag);
  element.className = classes;
  element.textContent = words;
  return element;
}

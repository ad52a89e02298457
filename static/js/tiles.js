/* A hand put together by tapping tiles: melds, concealed tiles, and the winning one. Used by the calculator and at the referee's table.

   composer(root, changed) takes what templates/components/tile_keyboard.html has written into the page. It calls changed(hand) whenever
   the hand is another one, and returns {set(hand), value()}. A hand is text in the notation of scoring/fan/notation.py: {hand: "2355p",
   melds: "pung:666m chi:123s", win: "4p"}. The tile after the thirteenth is the winning one; a tap on a tile of the hand says that this
   one was it, or takes it out. `data-state` of the root: open, ready for the winning tile, won. Words come from the page. */

const ORDER = [..."msp"].flatMap((suit) => [..."123456789"].map((rank) => rank + suit)).concat([..."ESWNCFP"]);
const SIZE = { chi: 3, pung: 3, kong: 4, ckong: 4 };
const MOST = 4;
const CONCEALED = 13;

/** The tiles of a text, as far as it can be read: "12m5pE" is 1m 2m 5p E. */
export function tilesOf(text) {
  return [...(text ?? "").matchAll(/([1-9]+)([msp])|([ESWNCFP])/g)].flatMap(([, digits, suit, honour]) =>
    honour ? [honour] : [...digits].map((digit) => digit + suit),
  );
}

/** Tiles as text, sorted. */
export function textOf(tiles) {
  const sorted = [...tiles].sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other));
  return sorted.join("").replace(/(\d)([msp])(?=\d\2)/g, "$1");
}

function meldsOf(text) {
  return [...(text ?? "").matchAll(/\b(chi|pung|c?kong):(\w+)/g)]
    .map(([, kind, tiles]) => ({ kind, tiles: tilesOf(tiles) }))
    .filter((meld) => meld.tiles.length === SIZE[meld.kind])
    .slice(0, MOST);
}

/** The tiles of a meld of this kind that begins with this tile; none where there is no such meld. */
function meldFrom(kind, tile) {
  if (kind !== "chi") return Array(SIZE[kind]).fill(tile);
  const rank = Number(tile[0]);
  return rank >= 1 && rank <= 7 ? [0, 1, 2].map((more) => rank + more + tile[1]) : [];
}

export function composer(root, changed) {
  const tray = root.querySelector("[data-tray]");
  const keys = new Map([...root.querySelectorAll("[data-tile]")].map((key) => [key.dataset.tile, key]));
  const modes = [...root.querySelectorAll("[data-mode]")];
  const back = root.querySelector("[data-back]");
  const choices = [...root.querySelectorAll("[data-choose]")];
  let state = { hand: [], melds: [], win: "" };
  let mode = "hand";
  let chosen = null; // the place in the tray that was tapped: {of: "hand", "melds" or "win", at}

  const room = (melds = state.melds.length) => CONCEALED - 3 * melds;
  const held = (tile) =>
    [...state.hand, ...state.melds.flatMap((meld) => meld.tiles), state.win].filter((one) => one === tile).length;
  const value = () => ({
    hand: textOf(state.hand),
    melds: state.melds.map((meld) => `${meld.kind}:${textOf(meld.tiles)}`).join(" "),
    win: state.win,
  });

  const full = () => state.hand.length === room();

  function fits(tile) {
    if (mode === "hand") return !(full() && state.win) && held(tile) < MOST;
    const tiles = meldFrom(mode, tile);
    const enough = tiles.length > 0 && [...new Set(tiles)].every((one) => held(one) + tiles.filter((t) => t === one).length <= MOST);
    return enough && state.melds.length < MOST && state.hand.length <= room(state.melds.length + 1);
  }

  function tap(tile) {
    if (!fits(tile)) return;
    if (mode !== "hand") {
      state.melds.push({ kind: mode, tiles: meldFrom(mode, tile) });
      mode = "hand";
    } else if (full()) state.win = tile;
    else state.hand.push(tile);
    done();
  }

  function takeBack() {
    if (state.win && (full() || !state.hand.length)) state.win = "";
    else if (state.hand.length) state.hand.pop();
    else state.melds.pop();
    done();
  }

  const CHOICES = {
    win({ at }) {
      const [tile] = state.hand.splice(at, 1, ...(state.win ? [state.win] : []));
      state.win = tile;
    },
    out({ of, at }) {
      if (of === "win") state.win = "";
      else state[of].splice(at, 1);
    },
  };

  function choose(what) {
    CHOICES[what](chosen);
    done();
    tray.focus(); // what was pressed is gone
  }

  function done() {
    chosen = null;
    paint();
    changed(value());
  }

  /* The tray */

  function picture(tile) {
    return keys.get(tile).querySelector("svg").cloneNode(true);
  }

  function faceDown() {
    return root.querySelector("template[data-face-down]").content.firstElementChild.cloneNode(true);
  }

  function button(tiles, what, of, at = 0) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "composer__tile";
    made.setAttribute("aria-label", what);
    made.setAttribute("aria-pressed", String(chosen?.of === of && chosen.at === at));
    made.append(...tiles);
    made.addEventListener("click", () => {
      chosen = made.getAttribute("aria-pressed") === "true" ? null : { of, at };
      paint();
      (tray.querySelector("[aria-pressed=true]") ?? tray).focus();
    });
    return made;
  }

  const names = (tiles) => tiles.map((tile) => keys.get(tile).getAttribute("aria-label")).join(" ");

  function paint() {
    const melds = state.melds.map((meld, at) => {
      const shown = meld.tiles.map((tile, place) =>
        meld.kind === "ckong" && (place === 0 || place === 3) ? faceDown() : picture(tile),
      );
      const made = button(shown, names(meld.tiles), "melds", at);
      made.classList.add("composer__meld");
      return made;
    });
    const sorted = state.hand
      .map((tile, at) => ({ tile, at }))
      .sort((one, other) => ORDER.indexOf(one.tile) - ORDER.indexOf(other.tile));
    const concealed = document.createElement("span");
    concealed.className = "composer__concealed";
    concealed.append(...sorted.map(({ tile, at }) => button([picture(tile)], names([tile]), "hand", at)));
    if (state.win) {
      const win = button([picture(state.win)], root.dataset.winning.replace("{tile}", names([state.win])), "win");
      win.classList.add("composer__win");
      concealed.append(win);
    }
    tray.replaceChildren(...melds, concealed);
    root.classList.toggle("is-choosing", chosen !== null);
    for (const one of choices) one.disabled = one.dataset.choose === "win" && chosen?.of !== "hand";
    for (const one of modes) {
      one.setAttribute("aria-pressed", String(one.dataset.mode === mode));
      one.disabled = one.dataset.mode !== "hand" && (state.melds.length === MOST || state.hand.length > room(state.melds.length + 1));
    }
    for (const [tile, key] of keys) key.disabled = !fits(tile);
    back.disabled = !state.win && !state.hand.length && !state.melds.length;
    root.dataset.state = !full() ? "open" : state.win ? "won" : "ready";
    const count = state.hand.length + 3 * state.melds.length + (state.win ? 1 : 0);
    root.querySelector("[data-count]").textContent = root.dataset.counted.replace("{n}", count);
  }

  for (const [tile, key] of keys) key.addEventListener("click", () => tap(tile));
  for (const one of modes) {
    one.addEventListener("click", () => {
      mode = one.dataset.mode;
      paint();
    });
  }
  for (const one of choices) one.addEventListener("click", () => choose(one.dataset.choose));
  back.addEventListener("click", takeBack);
  root.hidden = false;
  paint();

  return {
    value,
    /** Show this hand, as far as its text can be read. */
    set({ hand = "", melds = "", win = "" }) {
      state = { hand: [], melds: meldsOf(melds), win: tilesOf(win)[0] ?? "" };
      state.hand = tilesOf(hand).slice(0, room());
      mode = "hand";
      chosen = null;
      paint();
    },
  };
}

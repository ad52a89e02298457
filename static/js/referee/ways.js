/* How the fan of a hand are entered: as a number, by its tiles, or ticked in a list. What the server counts fills the number in; another
   number takes a reason. The pad for tiles and list is fetched when somebody first wants it. */

import { tell } from "./offline.js";
import { token } from "./send.js";
import { all, here, note, one, say } from "./state.js";

const PATIENCE = 8000;
/* What is entered besides the number. `whole`: of the tiles none is missing. `count` is the server's answer: {total, fans, …},
   {message, field} where it refuses, or null. */
export const NOTHING = { way: "digits", tiles: null, whole: false, fans: {}, flags: {}, reason: "", count: null };

const flagsOf = ({ flags }, { self, robbed }) => ({
  last_of_kind: Boolean(flags.last_of_kind),
  last_wall: Boolean(flags.last_wall && !robbed),
  replacement: Boolean(flags.replacement && self),
});

/* What goes along with the number: whole tiles, or else ticked fan. */
function parts(entered, facts) {
  if (entered.tiles && entered.whole) return { tiles: { ...entered.tiles, ...flagsOf(entered, facts) } };
  return Object.keys(entered.fans).length ? { fans: entered.fans } : {};
}

/* The same where it is recorded; the reason only where the number is another one than is counted. */
export function recorded(entered, facts, fan) {
  const along = parts(entered, facts);
  const reason = differs(entered, fan) || !entered.count?.total ? entered.reason.trim() : "";
  return reason && Object.keys(along).length ? { ...along, fan_reason: reason } : along;
}

/* Out of an entry, or a hand, that has them: to be mended, or corrected. */
export function enteredIn({ tiles = null, fans = {}, fan_reason: reason = "" }) {
  const { hand, melds, win, ...flags } = tiles ?? {};
  const way = tiles ? "tiles" : Object.keys(fans).length ? "list" : "digits";
  return { ...NOTHING, tiles: tiles && { hand, melds, win }, whole: Boolean(tiles), flags, fans, reason, way };
}

/* What is refused of the entry without asking the server, apart from the number itself: {code, field, message}, or null. */
export function unfit(entered, fan) {
  const { count, reason, tiles, whole, way } = entered;
  if (tiles && !whole && way === "tiles") return { code: "tiles_open", field: "tiles", message: say("tilesOpen") };
  if (count?.message && !count.offline) return { code: count.code, field: "tiles", message: count.message };
  if (differs(entered, fan) && !reason.trim()) return { code: "fan_differs", field: "fan", message: "" }; // the field says it
  return null;
}

export const differs = ({ count }, fan) => Boolean(count?.total) && fan !== "" && Number(fan) !== count.total;

/* `root` holds the buttons and the place of the pad. `owner` says what is entered() here, the fan() as typed, how it was won (facts()), the
   body() of the entry without tiles and the code that was refused(); it takes what is set({…}) here, a total that was counted(n), and one
   to take(n) instead of what was typed. Returns show(), to be called whenever something is another one. */
export function ways(root, owner) {
  const box = one("[data-tally]", root);
  if (!box) return { show: () => {} };
  const why = one("[data-fan-why]", root);
  let pad = null;
  let opening = false;
  let asked = "";

  async function open() {
    if (opening) return;
    opening = true;
    try {
      const { tally } = await import("./tally.js");
      pad = await tally(box, owner);
      if (navigator.serviceWorker?.controller) styled(box).then(tell); // so that it is there without network, too
      show();
    } catch {
      note(say("noPad"));
      owner.set({ way: "digits" });
    }
    opening = false;
  }

  async function ask() {
    const entered = owner.entered();
    const along = parts(entered, owner.facts());
    const wanted = Object.keys(along).length ? JSON.stringify({ ...owner.body(), ...along }) : "";
    if (wanted === asked) return;
    asked = wanted;
    if (entered.count) owner.set({ count: null });
    if (!wanted) return;
    const count = await counted(wanted);
    if (asked !== wanted) return;
    owner.set({ count });
    if (count.total) owner.counted(count.total);
  }

  function show() {
    const entered = owner.entered();
    const fan = owner.fan();
    for (const button of all("[data-way]", root)) button.setAttribute("aria-pressed", String(button.dataset.way === entered.way));
    root.dataset.fanWay = entered.way;
    box.hidden = entered.way === "digits";
    if (!box.hidden && !pad) open();
    pad?.show(entered, owner.facts());
    const refused = entered.count?.message && !entered.count.offline ? entered.count.message : "";
    const slot = one('[data-error="tiles"]', root);
    if (refused || slot.dataset.of === "count") {
      slot.textContent = refused;
      slot.hidden = !refused;
      slot.dataset.of = refused ? "count" : "";
    }
    const field = one("input", why);
    const other = differs(entered, fan) || owner.refused() === "fan_differs" || field === document.activeElement;
    why.hidden = !other && !entered.reason;
    const total = differs(entered, fan) ? entered.count.total : "";
    if (!why.hidden) one("[data-fan-differs]", why).textContent = total ? say("fanDiffers", { fan, total }) : say("fanWhy");
    const take = one("[data-take]", why);
    take.textContent = say("fanTake", { total });
    take.value = total;
    take.hidden = !total;
    if (field !== document.activeElement) field.value = entered.reason;
    ask();
  }

  root.addEventListener("click", (event) => {
    const way = event.target.closest("[data-way]")?.dataset.way;
    if (way && event.target.closest(".ref__ways")) owner.set({ way: way === owner.entered().way ? "digits" : way });
  });
  one("[data-take]", why).addEventListener("click", (event) => owner.take(Number(event.target.value)));
  one("input", why).addEventListener("input", (event) => owner.set({ reason: event.target.value }));
  window.addEventListener("online", () => {
    if (owner.entered().count?.offline) asked = "";
    show();
  });
  return { show };
}

/* When the style sheets that came with the pad are there. */
const styled = (box) =>
  Promise.all(all("link", box).map((link) => link.sheet || new Promise((done) => link.addEventListener("load", done, { once: true }))));

async function counted(body) {
  try {
    const response = await fetch(`${here}count/`, {
      method: "POST",
      credentials: "same-origin",
      redirect: "manual",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token() },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.status === 200 || response.status === 422) return await response.json();
  } catch {
    // No network: said below like any other answer that is none.
  }
  return { offline: true, message: "offline" };
}

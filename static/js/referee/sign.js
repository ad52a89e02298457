/* A player who agrees signs with a finger, or a mouse, in a field of 300 × 100: a path of M and L with whole numbers. What is signed is the
   result as it stands: when the totals change, nobody has signed. */

import { all, data, onChange, one } from "./state.js";

const [WIDTH, HEIGHT] = [300, 100];
const LONGEST = 6000;
const dialog = document.getElementById("sign");
const field = one(".sign__field", dialog);
let strokes = []; // each a list of [x, y]
let drawing = null; // the pointer that draws
let seat = null;

const pathOf = (lines) => lines.map((line) => `M${line.map(([x, y]) => `${x} ${y}`).join("L")}`).join("");

const within = (value, most) => Math.min(most, Math.max(0, Math.round(value)));

function point(event) {
  const box = field.getBoundingClientRect();
  return [within(((event.clientX - box.left) / box.width) * WIDTH, WIDTH), within(((event.clientY - box.top) / box.height) * HEIGHT, HEIGHT)];
}

/* How far a point is from the line through two others. */
function distance([x, y], [ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay);
  return length === 0 ? Math.hypot(x - ax, y - ay) : Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}

/* The points that are needed for a line to be off by no more than this (Ramer, Douglas and Peucker). */
function simple(line, off) {
  if (line.length < 3) return line;
  const [start, end] = [line[0], line.at(-1)];
  const far = line.slice(1, -1).map((at) => distance(at, start, end));
  const most = Math.max(...far);
  if (most <= off) return [start, end];
  const cut = far.indexOf(most) + 1;
  return [...simple(line.slice(0, cut + 1), off).slice(0, -1), ...simple(line.slice(cut), off)];
}

/* As fine as fits: what was scribbled without end keeps its last strokes out. */
function fitted(lines) {
  for (let off = 0.5; off <= 8; off *= 2) {
    const path = pathOf(lines.map((line) => simple(line, off)));
    if (path.length <= LONGEST) return path;
  }
  return fitted(lines.slice(0, -1));
}

const draw = () => one("path", field).setAttribute("d", pathOf(strokes));

field.addEventListener("pointerdown", (event) => {
  if (drawing !== null || event.button !== 0) return;
  event.preventDefault();
  field.setPointerCapture(event.pointerId);
  drawing = event.pointerId;
  const start = point(event);
  strokes.push([start, start]); // a dot, until it moves
  draw();
});

field.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drawing) return;
  const passed = event.getCoalescedEvents?.() ?? [];
  for (const moment of passed.length ? passed : [event]) {
    const [at, last] = [point(moment), strokes.at(-1).at(-1)];
    if (Math.hypot(at[0] - last[0], at[1] - last[1]) >= 2) strokes.at(-1).push(at);
  }
  draw();
});

for (const end of ["pointerup", "pointercancel"]) {
  field.addEventListener(end, (event) => {
    if (event.pointerId === drawing) drawing = null;
  });
}

const shown = (of) => document.getElementById(`signed-${of}`);

function show(path) {
  const picture = field.cloneNode(true);
  picture.setAttribute("class", "signature");
  picture.setAttribute("aria-hidden", "true");
  one("path", picture).setAttribute("d", path);
  shown(seat).replaceChildren(...(path ? [picture] : []));
}

function open(of) {
  seat = of;
  strokes = [];
  const there = one("path", shown(seat));
  const lines = there ? there.getAttribute("d").slice(1).split("M") : [];
  strokes = lines.map((line) => line.split("L").map((at) => at.split(" ").map(Number)));
  one("h2", dialog).textContent = data.seats[seat].name;
  draw();
  dialog.showModal();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button");
  if (!button) return;
  if (button.dataset.sign) open(Number(button.dataset.sign));
  else if (button.hasAttribute("data-sign-clear")) {
    strokes = [];
    draw();
  } else if (button.hasAttribute("data-sign-done")) {
    show(strokes.length ? fitted(strokes) : "");
    if (strokes.length) document.getElementById(`agreed-${seat}`).click();
    dialog.close();
  }
});

/* What was drawn by those who agree, by drawn seat; "" for the others. */
export function signatures(agreements) {
  return agreements.map((word, of) => (word === "agreed" && shown(of)?.querySelector("path")?.getAttribute("d")) || "");
}

onChange((now, before) => {
  if (now.seats.every((one_, of) => one_.total === before.seats[of].total)) return;
  for (const box of all("[data-sign] [data-keep]")) box.replaceChildren();
});

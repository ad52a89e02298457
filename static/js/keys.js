/* The keyboard: "?" shows the keys of the page (<template id="page-keys">), data-key="n" presses (or focuses) that element,
   and arrows, Home, End and Enter move within a table marked data-grid. */

const FIELDS = "input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]";
const CELLS = "a[href], button:not(:disabled), input:not([type=hidden], :disabled), select:not(:disabled), [tabindex='0']";

const writing = (element) => Boolean(element?.matches?.(FIELDS));

function showKeys() {
  const keys = document.getElementById("page-keys");
  const frame = document.getElementById("keys-dialog");
  if (!keys || !frame || document.querySelector("dialog[open]")) return false;
  const dialog = frame.content.firstElementChild.cloneNode(true);
  dialog.querySelector("[data-keys-list]").append(keys.content.cloneNode(true));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

function press(key) {
  const scope = document.querySelector("dialog[open]") ?? document;
  const element = [...scope.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)].find((one) => one.checkVisibility?.() ?? true);
  if (!element || element.disabled) return false;
  if (writing(element)) {
    element.focus();
    element.select?.();
  } else {
    element.click();
  }
  return true;
}

const lines = (grid) =>
  [...grid.querySelectorAll("tr")]
    .filter((row) => !row.hidden)
    .map((row) => [...row.querySelectorAll(CELLS)])
    .filter((row) => row.length);

function target(grid, element, key, ctrl) {
  const all = lines(grid);
  const y = all.findIndex((row) => row.includes(element));
  if (y < 0) return null;
  const x = all[y].indexOf(element);
  const column = (row) => row?.[Math.min(x, row.length - 1)];
  switch (key) {
    case "ArrowUp":
      return column(all[y - 1]);
    case "ArrowDown":
      return column(all[y + 1]);
    case "ArrowLeft":
      return all[y][x - 1];
    case "ArrowRight":
      return all[y][x + 1];
    case "Home":
      return ctrl ? all[0][0] : all[y][0];
    case "End":
      return ctrl ? all.at(-1).at(-1) : all[y].at(-1);
    case "Enter":
      return element.matches("input") ? column(all[y + 1]) : null;
    default:
      return null;
  }
}

// In a field the arrows belong to the text until the caret is at its end.
function caretIsIn(element, key) {
  if (element.matches("select")) return key === "ArrowUp" || key === "ArrowDown";
  if (!writing(element) || !["ArrowLeft", "ArrowRight", "Home", "End"].includes(key)) return false;
  try {
    const { selectionStart: from, selectionEnd: to, value } = element;
    if (from === null) return false;
    if (from === 0 && to === value.length) return false;
    return key === "ArrowLeft" || key === "Home" ? to > 0 : from < value.length;
  } catch {
    return false; // a number field has no caret to ask for
  }
}

function move(event) {
  const grid = event.target.closest?.("[data-grid]");
  if (!grid || event.altKey || event.metaKey || caretIsIn(event.target, event.key)) return false;
  const next = target(grid, event.target, event.key, event.ctrlKey);
  if (!next) return false;
  next.focus();
  next.select?.();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  let done = move(event);
  if (!done && !event.ctrlKey && !event.metaKey && !event.altKey && !writing(event.target)) {
    done = event.key === "?" ? showKeys() : event.key.length === 1 && press(event.key);
  }
  if (done) event.preventDefault();
});

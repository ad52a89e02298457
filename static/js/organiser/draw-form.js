/* The form of a draw: from a mistake to its line in the script, from lot to lot with Enter, and from finished work to its draft. */

function showLine(area, number) {
  const before = area.value.split("\n").slice(0, number - 1);
  const start = before.reduce((sum, line) => sum + line.length + 1, 0);
  const end = area.value.indexOf("\n", start);
  area.focus();
  area.setSelectionRange(start, end < 0 ? area.value.length : end);
  area.scrollTop = Math.max(0, (area.scrollHeight / area.value.split("\n").length) * (number - 3));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-line]");
  const area = button?.form?.elements.script;
  if (area) showLine(area, Number(button.dataset.line));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-lots] input")) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll("[data-lots] input")];
  fields[fields.indexOf(event.target) + 1]?.focus();
});

// Work that ended while one looked on: to its draft, or to the form again with the reason why there is none.
const running = document.querySelector("#work progress") !== null;
document.addEventListener("quesai:refreshed", (event) => {
  if (!running || event.target.id !== "work" || event.target.querySelector("progress")) return;
  const link = event.target.querySelector("[data-done]");
  if (link) location.assign(link.href);
  else location.reload();
});

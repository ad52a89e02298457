/* Long lists filter as one types: <input data-filter="#players"> looks in the rows of that element.

   Rows are [data-filter-row], or the rows of a table's bodies, or the list items. A row matches when every typed word is in its text,
   or begins its data-pinyin (initials, as "lxl"; several separated by spaces), or, for digits alone, is its data-number or begins it.
   [data-filter-empty="#players"] shows when nothing matches; [data-filter-count="#players"] holds the number of rows that do. */

const plain = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLocaleLowerCase().replace(/\s+/g, " ").trim();

function rowsOf(list) {
  const marked = list.querySelectorAll("[data-filter-row]");
  if (marked.length) return marked;
  const table = list.querySelectorAll("tbody > tr");
  return table.length ? table : list.querySelectorAll(":scope > li, :scope > ol > li, :scope > ul > li");
}

function matches(row, words) {
  const text = plain(row.dataset.search ?? row.textContent);
  const initials = (row.dataset.pinyin ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const number = row.dataset.number;
  return words.every((word) => {
    if (number !== undefined && /^\d+$/.test(word)) return number.startsWith(word);
    return text.includes(word) || initials.some((name) => name.startsWith(word));
  });
}

function apply(input) {
  const list = document.querySelector(input.dataset.filter);
  if (!list) return;
  const words = plain(input.value).split(" ").filter(Boolean);
  let shown = 0;
  for (const row of rowsOf(list)) {
    row.hidden = !matches(row, words);
    if (!row.hidden) shown += 1;
  }
  const name = CSS.escape(input.dataset.filter);
  for (const empty of document.querySelectorAll(`[data-filter-empty="${name}"]`)) empty.hidden = shown > 0;
  for (const count of document.querySelectorAll(`[data-filter-count="${name}"]`)) count.textContent = String(shown);
}

const applyAll = () => {
  for (const input of document.querySelectorAll("input[data-filter]")) if (input.value) apply(input);
};

document.addEventListener("input", (event) => {
  if (event.target.matches?.("input[data-filter]")) apply(event.target);
});
document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.("input[data-filter]")) return;
  if (event.key === "Escape" && event.target.value) {
    event.target.value = "";
    apply(event.target);
    event.preventDefault();
  }
});
document.addEventListener("quesai:refreshed", applyAll);
document.addEventListener("htmx:afterSettle", applyAll);
applyAll();

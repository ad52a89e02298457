/* Numbers that order a list: <ol data-order> with a number field and buttons [data-up] [data-down] [data-drop] in each row.

   Whoever has no number does not count and stands below. Typing numbers works as well, and without a script that is all there is. */

const field = (row) => row.querySelector("input");
const counts = (row) => field(row).value.trim() !== "";

function renumber(list) {
  const rows = [...list.children];
  const used = rows.filter(counts);
  used.forEach((row, at) => {
    field(row).value = String(at + 1);
  });
  list.append(...used, ...rows.filter((row) => !counts(row)));
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

function move(list, row, act) {
  const used = [...list.children].filter(counts);
  const at = used.indexOf(row);
  if (act === "drop") field(row).value = "";
  else if (at < 0) field(row).value = String(used.length + 1);
  else if (act === "up" && at > 0) used[at - 1].before(row);
  else if (act === "down" && at < used.length - 1) used[at + 1].after(row);
  else return;
  renumber(list);
}

for (const list of document.querySelectorAll("[data-order]")) {
  for (const buttons of list.querySelectorAll("[hidden]")) buttons.hidden = false;
  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-up], [data-down], [data-drop]");
    if (!button) return;
    const act = "up" in button.dataset ? "up" : "down" in button.dataset ? "down" : "drop";
    move(list, button.closest("li"), act);
    button.focus();
  });
  list.addEventListener("change", (event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const order = [...list.children].filter(counts);
    order.sort((a, b) => Number(field(a).value) - Number(field(b).value));
    list.prepend(...order);
    renumber(list);
  });
}

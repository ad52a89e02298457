/* Paper sheets of a session, by keyboard: Enter goes from total to total, stores the row after the fourth and goes on to the next table.
   Without this script every row is a form with buttons. */

const list = document.querySelector("[data-totals]");

const fields = (row) => [...row.querySelectorAll(".totals__four input")];
const rows = () => [...list.querySelectorAll("[data-totals-row]")];

function go(field) {
  field?.focus();
  field?.select();
}

/* The first field of the next table that is still to be typed in. */
function onward(row) {
  const all = rows();
  const next = all.slice(all.indexOf(row) + 1).find((one) => fields(one).some((field) => field.value === ""));
  if (next) go(fields(next)[0]);
  else row.querySelector("button")?.focus();
}

list?.addEventListener("keydown", (event) => {
  const row = event.target.closest("[data-totals-row]");
  const here = row ? fields(row).indexOf(event.target) : -1;
  if (here < 0 || event.isComposing) return;
  if (event.key === "Enter" && here < 3) {
    event.preventDefault();
    go(fields(row)[here + 1]);
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const all = rows();
    const other = all[all.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!other) return;
    event.preventDefault();
    go(fields(other)[here]);
  }
});

// A row that came back from the server takes the place of the one that was sent.
document.addEventListener("htmx:load", (event) => {
  const row = event.detail.elt;
  if (!row.matches?.("[data-totals-row]")) return;
  if (row.dataset.closed) document.querySelector("[data-totals-closed]").textContent = row.dataset.closed;
  if (row.hasAttribute("data-stored")) onward(row);
  else go(row.querySelector(".is-wrong input") ?? row.querySelector(".totals__reason input") ?? fields(row)[0]);
});

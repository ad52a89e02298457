/* The draft of a draw: pick a seat, pick another, and the two are swapped through the form that lists them. Arrows go from seat to seat. */

const seats = () => [...document.querySelectorAll("[data-seats] button[data-seat]")];
let picked = null;

function pick(seat) {
  for (const other of seats()) {
    other.setAttribute("aria-pressed", String(other === seat));
    other.classList.toggle("is-picked", other === seat);
  }
  picked = seat ? seat.dataset.seat : null;
}

function swapWith(seat) {
  const form = document.getElementById("swap-form");
  form.elements.first.value = picked;
  form.elements.second.value = seat.dataset.seat;
  pick(null);
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const seat = event.target.closest?.("[data-seats] button[data-seat]");
  if (!seat) return;
  if (picked === null) pick(seat);
  else if (picked === seat.dataset.seat) pick(null);
  else swapWith(seat);
});

function towards(seat, key) {
  const all = seats();
  const box = seat.getBoundingClientRect();
  const at = all.indexOf(seat);
  if (key === "ArrowUp" || key === "ArrowDown") {
    const list = key === "ArrowDown" ? all.slice(at + 1) : all.slice(0, at).reverse();
    return list.find((one) => Math.abs(one.getBoundingClientRect().left - box.left) < 8);
  }
  const right = key === "ArrowRight";
  const row = all.filter((one) => Math.abs(one.getBoundingClientRect().top - box.top) < 8);
  return row[row.indexOf(seat) + (right ? 1 : -1)];
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && picked !== null) {
    pick(null);
    return;
  }
  const seat = event.target.closest?.("[data-seats] button[data-seat]");
  if (!seat || !event.key.startsWith("Arrow")) return;
  const next = towards(seat, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
});

// After an answer the seats are new: none of them is picked.
document.addEventListener("htmx:afterSettle", () => pick(null));

// Ticking a session means these sessions.
document.addEventListener("change", (event) => {
  if (!event.target.matches?.("[data-picks]") || !event.target.checked) return;
  const radio = event.target.form.querySelector(`input[type=radio][value="${event.target.dataset.picks}"]`);
  if (radio) radio.checked = true;
});

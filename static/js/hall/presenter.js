/* The presenter's keys: Enter, → and the space bar call the next place, ← takes the last call back. One press is one call: a key that is
   held down repeats nothing, and while the answer is on its way nothing more is sent. */

const NEXT = ["Enter", "ArrowRight", " "];
let sent = false;

function send(form) {
  if (!form || sent) return;
  sent = true;
  form.requestSubmit();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], [role=alertdialog]")) return;
  const elsewhere = event.target.closest?.("a, button, input, select, textarea, summary");
  if (elsewhere && !elsewhere.closest("[data-call]") && event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
  const back = event.key === "ArrowLeft";
  if (!back && !NEXT.includes(event.key)) return;
  event.preventDefault();
  if (!event.repeat) send(document.querySelector(back ? "[data-call-back]" : "[data-call]"));
});

// A press of the button with the mouse, twice: the second one is not sent.
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-call], [data-call-back]")) return;
  if (event.target.dataset.sent) event.preventDefault();
  event.target.dataset.sent = "1";
});

window.addEventListener("pageshow", () => {
  sent = false;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

/* Ready-made sentences go into the field of an announcement, where they can be changed before they are sent. */

function offer() {
  for (const row of document.querySelectorAll("[data-announce-ready]")) row.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-announce]");
  const field = button?.closest("form")?.querySelector("[data-announce-text]");
  if (!field) return;
  field.value = button.dataset.announce;
  field.focus();
});
document.addEventListener("quesai:refreshed", offer);
offer();

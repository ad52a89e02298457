/* Enrolling one after the other: after each, and when the form is opened, the cursor stands in its first field. */

const form = document.getElementById("add");
const field = () => form.querySelector("input:not([type=hidden])");

if (form) {
  if (form.open && new URLSearchParams(location.search).has("added")) field().focus();
  form.addEventListener("toggle", () => form.open && field().focus());
}

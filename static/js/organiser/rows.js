/* Rows that come: <button data-add="kinds"> makes one of <template data-blank="kinds"> at the end of <table data-rows="kinds">.

   Its fields have the number 0 in their names, and get the next one. Without a script the same button asks the server. */

const FIRST = /^((?:id_)?terms-[a-z_]+-)0(-|$)/;

function numbered(row, number) {
  row.dataset.row = String(number);
  for (const element of row.querySelectorAll("[name], [id], [for]")) {
    for (const name of ["name", "id", "for"]) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replace(FIRST, `$1${number}$2`));
    }
  }
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add]");
  if (!button) return;
  event.preventDefault();
  const table = document.querySelector(`[data-rows="${CSS.escape(button.dataset.add)}"]`);
  const template = document.querySelector(`[data-blank="${CSS.escape(button.dataset.add)}"]`);
  const row = template.content.querySelector("tbody").cloneNode(true);
  const rows = [...table.querySelectorAll("[data-row]")];
  const places = [...table.querySelectorAll("[name$='-order']")].map((field) => Number(field.value) || 0);
  numbered(row, Math.max(0, ...rows.map((one) => Number(one.dataset.row))) + 1);
  table.append(row);
  row.querySelector("[name$='-order']").value = String(Math.max(0, ...places) + 1);
  row.querySelector(".terms__name input").focus();
});

/* The chief referee's table page. A form in which somebody has begun to type keeps the version of the table that he saw, though the
   sheet beside it refreshes: what came in between is then told to him instead of being overwritten. */

const keep = (event) => {
  const form = event.target.closest?.(".table-desk form");
  const version = form?.querySelector("[name=expected_version]");
  version?.setAttribute("data-keep", "");
};
document.addEventListener("input", keep);
document.addEventListener("change", keep);

/* Announcements above a public page: what is closed stays closed on this device, an urgent one stays folded. */

import { isRead, setRead } from "../read.js";

function show() {
  for (const notice of document.querySelectorAll("[data-notice]")) {
    const read = isRead(notice.dataset.notice);
    if (!notice.matches("details")) notice.hidden = read;
    else if (read) notice.open = false;
    for (const button of notice.querySelectorAll("[data-notice-close]")) button.hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const notice = event.target.closest?.("[data-notice-close]")?.closest("[data-notice]");
  if (!notice) return;
  setRead(notice.dataset.notice, true);
  show();
});
document.addEventListener("toggle", ({ target }) => target.matches?.("details[data-notice]") && setRead(target.dataset.notice, !target.open), true);
document.addEventListener("quesai:refreshed", show);
show();

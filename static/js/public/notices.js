/* Announcements above a public page: what is closed stays closed on this device, an urgent one stays folded. */

const KEY = "quesai-notices";
const MOST = 100;

function kept() {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return []; // storage is off or spoilt: nothing was closed
  }
}

let closed = kept();

function keep(id, isClosed) {
  closed = closed.filter((one) => one !== id);
  if (isClosed) closed = [...closed, id].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(closed));
  } catch {
    return; // it then holds until the page is left
  }
}

/* An urgent one is folded only when it comes: whoever opens it again keeps it open. */
function show() {
  for (const notice of document.querySelectorAll("[data-notice]")) {
    const isClosed = closed.includes(notice.dataset.notice);
    if (!notice.matches("details")) notice.hidden = isClosed;
    else if (isClosed) notice.open = false;
    for (const button of notice.querySelectorAll("[data-notice-close]")) button.hidden = false;
  }
}

document.addEventListener("click", (event) => {
  const notice = event.target.closest?.("[data-notice-close]")?.closest("[data-notice]");
  if (!notice) return;
  keep(notice.dataset.notice, true);
  show();
});
document.addEventListener("toggle", (event) => event.target.matches?.("details[data-notice]") && keep(event.target.dataset.notice, !event.target.open), true);
document.addEventListener("quesai:refreshed", show);
show();

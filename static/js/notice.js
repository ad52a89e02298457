/* Short notices at the foot of the page. Words come from the page: <body data-failed data-unreachable>, or the event
   quesai:notice with detail.text (a sentence that the server or a template gave). */

const LASTS = 8000;

function show(text) {
  const box = document.getElementById("toasts");
  const template = document.getElementById("toast-template");
  if (!box || !template || !text) return;
  for (const old of box.children) if (old.querySelector("[data-toast-text]")?.textContent === text) old.remove();
  const toast = template.content.firstElementChild.cloneNode(true);
  toast.querySelector("[data-toast-text]").textContent = text;
  toast.querySelector("[data-toast-close]").addEventListener("click", () => toast.remove());
  box.append(toast);
  setTimeout(() => toast.remove(), LASTS);
}

document.addEventListener("quesai:notice", (event) => show(event.detail?.text));
document.addEventListener("htmx:responseError", () => show(document.body.dataset.failed));
document.addEventListener("htmx:sendError", () => show(document.body.dataset.unreachable));
document.addEventListener("htmx:timeout", () => show(document.body.dataset.unreachable));

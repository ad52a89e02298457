/* What is announced lies over the header until it is read, so that nothing moves that the thumb is about to press. The list of
   all announcements stays at the end of the page. */

import { isRead, setRead } from "../read.js";

const over = document.getElementById("announced");
const text = over?.querySelector("[data-announced-text]");

const first = () => [...document.querySelectorAll("[data-announcement]")].find((one) => !isRead(one.dataset.announcement));

function show() {
  const unread = first();
  over.hidden = !unread;
  if (!unread || over.dataset.shows === unread.dataset.announcement) return;
  over.dataset.shows = unread.dataset.announcement;
  over.classList.toggle("is-urgent", "urgent" in unread.dataset);
  over.classList.remove("is-whole");
  text.setAttribute("aria-expanded", "false");
  text.textContent = unread.querySelector("[data-text]").textContent;
}

if (over) {
  over.querySelector("[data-announced-read]").addEventListener("click", () => {
    setRead(over.dataset.shows, true);
    delete over.dataset.shows;
    show();
  });
  text.addEventListener("click", () => text.setAttribute("aria-expanded", String(over.classList.toggle("is-whole"))));
  document.addEventListener("quesai:refreshed", show);
  show();
}

/* The list of tables: what waits to be sent goes out from here too. */

import { dropDraft, keepRefused, sendAll } from "./send.js";

document.addEventListener("referee:entry", ({ detail }) => {
  const { state, entry, answer } = detail;
  if (state === "refused") keepRefused(entry, answer);
  if (state === "answered" && entry.kind === "hand") dropDraft(entry.table);
});
sendAll();

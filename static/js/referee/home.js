/* The list of tables: what waits to be sent goes out from here too. */

import "./announced.js";
import "./offline.js";
import { count, dropDraft, sendAll } from "./send.js";

document.addEventListener("referee:entry", ({ detail: { state, entry } }) => {
  if (state === "answered" && entry.kind === "hand") dropDraft(entry.table);
});
document.addEventListener("quesai:refreshed", count);
sendAll();

/* What was entered and not answered yet: a queue for each table, kept in the browser over a reload and a restart. An entry is

     {id, kind, table, url, body, version, at, label, of?, tried?, held?}

   id names it for good; version is the version of the table that its author reckoned with, so that of entries made one after the other
   each has one more than the one before; at is when (ms) and label says what, for the list; of names the entry that an undo takes back;
   tried: it may have reached the server; held: why the server refused it, until the referee has decided. Only the first of a table is
   ever held: the ones behind it wait. A call for the chief referee waits behind nothing: it has a queue of its own. Nothing here knows what an entry means, and nothing here sends. */

const USER = document.querySelector('meta[name="quesai-user"]')?.content ?? "";
const ENTRY = `quesai:entry:${USER}:`;
const NOTE = `quesai:note:${USER}:`;
const STATE = `quesai:table:${USER}:`;
/* Where the page of a table keeps what is being typed. */
export const draftKey = (table) => `quesai:draft:${USER}:${table}`;

const unsaved = new Map(); // where the browser keeps nothing, entries live as long as the page

/* Calls overtake what waits at their table, and what must be decided there. */
export const callsOf = (table) => `${table}#call`;
export const pageOf = (queue) => queue.split("#")[0];

/* Whether everything is where it survives a reload. */
export const isKept = () => unsaved.size === 0;

function stored(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return []; // storage is off
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is off or full
  }
}

function keep(key, value) {
  unsaved.set(key, value);
  if (write(key, value)) return void unsaved.delete(key);
  // Pictures of tables can be had again, entries cannot.
  for (const old of stored(STATE)) drop(old);
  if (write(key, value)) unsaved.delete(key);
}

function take(key) {
  if (unsaved.has(key)) return unsaved.get(key);
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage is off, or somebody else wrote there
  }
}

function drop(key) {
  unsaved.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    return; // storage is off: there was nothing
  }
}

const all = (prefix) => [...new Set([...unsaved.keys(), ...stored(prefix)])].filter((key) => key.startsWith(prefix)).sort();

/* 128 random bits. crypto.randomUUID does not exist on plain http. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* The entries of one table, or of all, in the order in which they were made. */
export function entries(table = null) {
  const found = all(table === null ? ENTRY : `${ENTRY}${table}|`).map((key) => ({ ...take(key), key }));
  return found.filter((entry) => entry.id && entry.table);
}

export const tables = () => [...new Set(entries().map((entry) => entry.table))];

export const first = (table) => entries(table)[0] ?? null;

export function add(entry) {
  const last = entries(entry.table).at(-1);
  const place = last ? Number(last.key.split("|").at(-1).split("-")[0]) + 1 : 1;
  update({ ...entry, key: `${ENTRY}${entry.table}|${String(place).padStart(6, "0")}-${entry.id}` });
}

/* Write an entry again, in its place. */
export function update({ key, ...entry }) {
  keep(key, entry);
}

export const isThere = (entry) => take(entry.key)?.id === entry.id;

/* Whether an entry may have reached the server, as it is known now. */
export const wasTried = (entry) => Boolean(take(entry.key)?.tried);

/* Take an entry out that has arrived. */
export const done = (entry) => drop(entry.key);

/* Take an entry out that is not to be sent, and the undo that was meant for it. */
export function remove(entry) {
  drop(entry.key);
  for (const other of entries(entry.table)) if (other.of === entry.id) drop(other.key);
}

/* The table has this version now: what waits goes on from there. */
export function rebase(table, version) {
  entries(table).forEach((entry, k) => update({ ...entry, version: version + k }));
}

/* Something that makes nothing stale came in between: what waits is meant for so many versions later. */
export function shift(table, by) {
  for (const entry of by === 0 ? [] : entries(table)) update({ ...entry, version: entry.version + by });
}

/* What must be read although its entry is out of the queue. */
export function addNote(table, text) {
  keep(NOTE + table, [...notes(table), text]);
}

export const notes = (table) => take(NOTE + table) ?? [];
export const dropNotes = (table) => drop(NOTE + table);

/* The newest that the server said of a table: {html, version, table, at}. A page out of the browser's store may be older. */
export function keepState(table, state) {
  write(STATE + table, state);
}

export const lastState = (table) => take(STATE + table);

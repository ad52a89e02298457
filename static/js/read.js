/* Which announcements somebody has read or folded, on this device. */

const KEY = "quesai-read";
const MOST = 100;

function kept() {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return []; // storage is off or spoilt: nothing was read
  }
}

let ids = kept();

export const isRead = (id) => ids.includes(id);

export function setRead(id, read) {
  if (isRead(id) === read) return;
  ids = read ? [...ids, id].slice(-MOST) : ids.filter((one) => one !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    return; // it then holds until the page is left
  }
}

/* Without network the referee's pages open out of the browser's store, where the browser allows that (https, or this very computer). The
   worker keeps what this page tells it: the page, its tables, and every file that they need. */

const worker = document.querySelector('meta[name="quesai-worker"]')?.content;
const user = document.querySelector('meta[name="quesai-user"]')?.content;

/* The files of this page, and the pages to which it leads. */
function needed() {
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  const links = [...document.querySelectorAll(".strip > a, .tables__card, .crumbs a")].map((link) => link.href);
  const own = (address) => new URL(address).origin === location.origin;
  return {
    user,
    files: files.filter((address) => own(address) && new URL(address).pathname.startsWith("/static/")),
    pages: [location.href.split("#")[0], ...links].filter(own),
  };
}

/* Also called when the page has fetched more than it came with. */
export async function tell() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage(needed());
}

if (worker && "serviceWorker" in navigator) {
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kept) document.documentElement.dataset.offlineReady = "yes";
  });
  navigator.serviceWorker.addEventListener("controllerchange", tell);
  window.addEventListener("load", () => {
    const asked = navigator.serviceWorker.register(worker, { scope: "/", updateViaCache: "none" });
    asked.then(tell).catch(() => document.documentElement.removeAttribute("data-offline-ready"));
  });
}

/* Light or dark, as the reader chose it on this device; runs before the page is painted. */
(() => {
  const root = document.documentElement;
  const key = "quesai-theme";
  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is off: the system's own setting decides
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem(key, theme);
    } catch {
      return; // it then holds for this page only
    }
  };
  const theme = stored();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const systemDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : systemDark;
    root.dataset.theme = dark ? "light" : "dark";
    keep(root.dataset.theme);
  });
})();

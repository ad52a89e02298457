/* Tabs, steps and tables that scroll sideways show their current item when the page opens. */

for (const item of document.querySelectorAll(".tabs > [aria-current], .steps > li:has([aria-current]), .strip > [aria-current]")) {
  const strip = item.parentElement;
  if (strip.scrollWidth > strip.clientWidth) strip.scrollLeft = item.offsetLeft - strip.offsetLeft - (strip.clientWidth - item.clientWidth) / 2;
}

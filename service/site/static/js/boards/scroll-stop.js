/** Parts of a board that scroll only where room is scarce: they are a stop for Tab then, so that keys reach them. */

const observer = new ResizeObserver((entries) => {
  /** @type {Set<any>} */
  const parts = new Set(entries.map(({ target }) => target.closest("[data-may-scroll]")));
  parts.delete(null); // what has been removed
  for (const part of parts) {
    const scrolls = part.scrollHeight > part.clientHeight + 1;
    part.toggleAttribute("data-scrolls", scrolls);
    if (scrolls) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }
});

/** Watches a part and its children. @param {Element} part */
export function stopIfScrolls(part) {
  part.toggleAttribute("data-may-scroll", true);
  for (const each of [part, ...part.children]) observer.observe(each);
}

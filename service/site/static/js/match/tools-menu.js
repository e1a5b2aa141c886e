/** Tools in a row, or in a sheet behind a button on narrow screens. */

import { within } from "../lib/dom.js";

/** @param {HTMLElement} tools @param {HTMLElement} button @param {string} narrow */
export function toolsMenu(tools, button, narrow) {
  const size = matchMedia(narrow);
  const fold = () => {
    if (size.matches) tools.popover = "auto";
    else tools.removeAttribute("popover");
    button.hidden = !size.matches;
  };
  size.addEventListener("change", fold);
  tools.addEventListener("toggle", (event) =>
    button.setAttribute("aria-expanded", String(event.newState === "open")),
  );
  // Before the pressed tool acts: a dialog then returns the focus to the visible button.
  tools.addEventListener(
    "click",
    (event) => within(event, "button") && tools.popover && tools.hidePopover(),
    { capture: true },
  );
  fold();
}

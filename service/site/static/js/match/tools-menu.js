/** Tools that lie in a row where there is room, and in a sheet behind a button where there is none. */

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
  // Before what was pressed acts: a dialog that it opens then gives the focus back to the button that is seen.
  tools.addEventListener(
    "click",
    (event) => event.target.closest("button") && tools.popover && tools.hidePopover(),
    { capture: true },
  );
  fold();
}

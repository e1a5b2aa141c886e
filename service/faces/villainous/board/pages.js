/** The locations of a Realm on a phone, one at a time with a dot for each. The choice survives new moments. */

import { h } from "../../../lib/dom.js";
import { nameOf } from "./card-text.js";

/** The location in view of each seat, and the mover's location at that time. */
const looked = new WeakMap();

/** Returns the dots below `list`, the locations of a Realm. A dot is marked if something there is `open`. */
export function dots(list, places, { state, active }, view) {
  const picks = [...view.options.keys()];
  return h(
    "div",
    { class: "dots", role: "group", "aria-label": nameOf(state.who, view) },
    places.map((spot, at) =>
      h("button", {
        type: "button",
        "aria-label": nameOf(spot.id, view),
        title: nameOf(spot.id, view),
        class: [
          state.at === spot.id && "here",
          active && picks.some((pick) => pick.endsWith(`:${spot.id}`)) && "open",
        ]
          .filter(Boolean)
          .join(" "),
        onclick: () => list.children[at].scrollIntoView({ inline: "center", block: "nearest" }),
      }),
    ),
  );
}

/** Scrolls each Realm in `root` to the location in view before, or to the mover's new location. */
export function settle(root) {
  for (const list of root.querySelectorAll(".realm .locations")) {
    const { seat } = list.parentElement.dataset;
    const current = [...list.children].findIndex((each) => each.matches(".here"));
    const seats = looked.get(root) ?? new Map();
    looked.set(root, seats);
    const previous = seats.get(seat);
    const at = previous?.here === current ? previous.at : Math.max(0, current);
    const note = () => mark(list, seats, seat, current);
    list.tabIndex = 0;
    list.toggleAttribute("data-scrolls", true);
    if (list.onscroll === null) list.onscroll = note;
    list.scrollLeft = at * (list.clientWidth + GAP);
    note();
  }
}

const GAP = 8; // pixels between two locations

function mark(list, seats, seat, current) {
  const at = Math.round(list.scrollLeft / (list.clientWidth + GAP));
  seats.set(seat, { here: current, at });
  [...(list.nextElementSibling?.children ?? [])].forEach((dot, index) =>
    index === at ? dot.setAttribute("aria-current", "true") : dot.removeAttribute("aria-current"),
  );
}

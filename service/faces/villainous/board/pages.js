/** The locations of a Realm on a phone: one at a time, with a dot for each; which one is shown is kept while moments go by. */

import { h } from "../../../lib/dom.js";
import { named } from "./card-text.js";

/** Which location of which seat somebody looks at, and where the mover stood then. */
const looked = new WeakMap();

/** Returns the dots below `list`, the locations of a Realm in which something may be `open` to choose. */
export function dots(list, places, { mine, active }, view) {
  const picks = [...view.options.keys()];
  return h(
    "div",
    { class: "dots", role: "group", "aria-label": named(mine.who, view) },
    places.map((place, at) =>
      h("button", {
        type: "button",
        "aria-label": named(place.id, view),
        title: named(place.id, view),
        class: [
          mine.at === place.id && "here",
          active && picks.some((pick) => pick.endsWith(`:${place.id}`)) && "open",
        ]
          .filter(Boolean)
          .join(" "),
        onclick: () => list.children[at].scrollIntoView({ inline: "center", block: "nearest" }),
      }),
    ),
  );
}

/** Shows of each Realm in `root` the location that was looked at; another one, where the mover went on. */
export function settle(root) {
  for (const list of root.querySelectorAll(".realm .locations")) {
    const { seat } = list.parentElement.dataset;
    const here = [...list.children].findIndex((each) => each.matches(".here"));
    const seats = looked.get(root) ?? new Map();
    looked.set(root, seats);
    const known = seats.get(seat);
    const at = known?.here === here ? known.at : Math.max(0, here);
    const note = () => mark(list, seats, seat, here);
    list.tabIndex = 0;
    list.toggleAttribute("data-scrolls", true);
    if (list.onscroll === null) list.onscroll = note;
    list.scrollLeft = at * (list.clientWidth + GAP);
    note();
  }
}

const GAP = 8; // pixels between two locations

function mark(list, seats, seat, here) {
  const at = Math.round(list.scrollLeft / (list.clientWidth + GAP));
  seats.set(seat, { here, at });
  [...(list.nextElementSibling?.children ?? [])].forEach((dot, place) =>
    place === at ? dot.setAttribute("aria-current", "true") : dot.removeAttribute("aria-current"),
  );
}

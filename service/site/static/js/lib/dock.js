/** The hand of whoever looks on, docked below everything else: always in sight, on a phone as well. */

import { h } from "./dom.js";
import { fanned } from "./fan.js";

/**
 * The seat that looks on, or nothing for who has none.
 * @type {(scene: {viewer: string}) => any}
 */
export const ownSeat = ({ viewer }) => (viewer.startsWith("seat-") ? Number(viewer.slice(5)) : undefined);

/** Returns the docked hand: `make()` returns its list of cards; it is empty where nothing is `shown`. */
export const dock = (parts, shown, label, make) =>
  parts.part("dock", shown || "", () =>
    h("div", { class: "dock", role: "group", "aria-label": label }, shown ? fanned(make()) : null),
  );

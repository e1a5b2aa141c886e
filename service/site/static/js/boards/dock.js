/** The hand of the viewer, docked below everything else and always visible, even on phones. */

import { h } from "../lib/dom.js";
import { fanned } from "./fan.js";

/**
 * The seat of the viewer, or nothing.
 * @type {(scene: {viewer: string}) => any}
 */
export const ownSeat = ({ viewer }) => (viewer.startsWith("seat-") ? Number(viewer.slice(5)) : undefined);

/** Returns the docked hand: `make()` returns its list of cards. It is empty without a `key`. */
export const dock = (parts, key, label, make) =>
  parts.part("dock", key || "", () =>
    h("div", { class: "dock", role: "group", "aria-label": label }, key ? fanned(make()) : null),
  );

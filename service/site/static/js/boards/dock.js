/** The hand of the viewer, docked below everything else and always visible, even on phones. */

/** @import { KeyedCache } from "../lib/keyed-cache.js" */
/** @import { View } from "../replay/view.js" */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { fanned } from "./fan.js";

/**
 * The seat of the viewer, or nothing.
 * @type {(scene: {viewer: string}) => any}
 */
export const ownSeat = ({ viewer }) => (viewer.startsWith("seat-") ? Number(viewer.slice(5)) : undefined);

/**
 * Returns the docked hand of a player: `make(cards)` returns the list of `cards`. It has its room even without cards and at
 * the end, so that the board keeps its size.
 * @template {View} V
 * @param {KeyedCache} parts
 * @param {(string | null)[] | undefined} cards
 * @param {V} view
 * @param {(cards: (string | null)[], view: V) => HTMLElement} make
 */
export function dock(parts, cards, view, make) {
  return parts.part("dock", [cards, [...view.options]], () =>
    h(
      "div",
      { class: "dock", role: "group", "aria-label": t("Your hand") },
      cards && (cards.length ? fanned(make(cards, view)) : h("p", { class: "quiet" }, t("No cards in hand"))),
    ),
  );
}

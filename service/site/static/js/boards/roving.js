/** One stop for Tab among many things. Arrows move between them (WAI-ARIA, roving tabindex). */

import { queryAll } from "../lib/dom.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const GRACE = 1000; // milliseconds in which arrows for a removed element are ignored
const SLANT = 2; // so much dearer is a step aside than one ahead
const WIDE = 3; // a target so much farther aside than ahead is hardly in that direction
const LAST = 1e6; // and is used only without a better one

export class Roving {
  /**
   * `items` is a selector of the things in `root`; `first` of those that are the stop before any was visited.
   * @param {HTMLElement} root
   * @param {{items: string, first?: string}} selectors
   */
  constructor(root, { items, first = items }) {
    this.root = root;
    this.items = items;
    this.first = first;
    this.gone = -Infinity;
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => {
      const stop = /** @type {HTMLElement} */ (event.target);
      if (stop.matches(items)) this.stand(stop);
    });
  }

  /** The targets of arrows. Scrollable elements are stops of their own. */
  listStops() {
    const elements = queryAll(this.items, this.root);
    return elements.filter((each) => !each.disabled && !each.hasAttribute("data-scrolls"));
  }

  /** Chooses the stop among the drawn elements: the former one, or the first important one. */
  settle() {
    const stops = this.listStops();
    if (this.stop && !stops.includes(this.stop)) this.gone = performance.now();
    const at = document.activeElement;
    const stop =
      stops.find((each) => each === at) ??
      (this.stop && stops.includes(this.stop) && this.stop.matches(this.first) ? this.stop : undefined);
    this.stand(stop ?? stops.find((each) => each.matches(this.first)) ?? stops[0], stops);
  }

  /** @param {HTMLElement} stop */
  stand(stop, stops = this.listStops()) {
    this.stop = stop;
    for (const each of stops) {
      const index = each === stop ? "0" : "-1";
      if (each.getAttribute("tabindex") !== index) each.setAttribute("tabindex", index);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const direction = ARROWS[event.key];
    if (!direction || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const isItem = target.matches(this.items);
    if (isItem || (target === this.root && performance.now() - this.gone < GRACE)) event.preventDefault();
    if (!isItem) return;
    const next = this.next(target, direction);
    next?.focus();
  }

  /**
   * The nearest thing in a direction, as they lie on the screen; one far to the side, if there is no other.
   * @param {HTMLElement} from
   * @param {[number, number]} direction
   */
  next(from, [x, y]) {
    const start = middle(from);
    let best;
    let least = Infinity;
    for (const each of this.listStops()) {
      if (each === from || !each.checkVisibility()) continue;
      const center = middle(each);
      const ahead = (center[0] - start[0]) * x + (center[1] - start[1]) * y;
      const aside = Math.abs((center[0] - start[0]) * y) + Math.abs((center[1] - start[1]) * x);
      if (ahead < 2) continue;
      const cost = ahead + SLANT * aside + (aside > WIDE * ahead ? LAST : 0);
      if (cost < least) [best, least] = [each, cost];
    }
    return best;
  }
}

/** @param {HTMLElement} element */
const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** Keeps the focus across redraws: the same element gets it again, or its successor. */

import { query, within } from "../lib/dom.js";

/** The selectors that find an element again after a redraw. */
const NAMES = [
  "id",
  "data-who",
  "data-thing",
  "data-place",
  "data-space",
  "data-option",
  "data-seq",
  "data-pick",
];

/** @param {Element} element */
const selectorsOf = (element) =>
  NAMES.filter((name) => element.hasAttribute(name)).map(
    (name) => `[${name}="${CSS.escape(element.getAttribute(name) ?? "")}"]`,
  );

export class Focus {
  /**
   * `roots` are the redrawn parts of the page; `home` gets the focus if no successor exists.
   * @param {HTMLElement[]} roots @param {HTMLElement} home
   */
  constructor(roots, home) {
    this.roots = roots;
    this.home = home;
    /** @type {{root: HTMLElement, names: string[]} | null} */
    this.held = null;
    addEventListener("focusin", ({ target }) => this.note(/** @type {Element} */ (target)));
    // A tap on nothing removes the focus.
    addEventListener(
      "pointerdown",
      (event) =>
        within(event, "button, a, input, select, textarea, summary, [tabindex]") || (this.held = null),
      true,
    );
  }

  /** @param {Element} element */
  note(element) {
    const root = this.roots.find((each) => each.contains(element));
    if (root) this.held = { root, names: selectorsOf(element) };
    else if (!element.closest("dialog, [popover]")) this.held = null;
  }

  /** After an answer, keyboard users stay on the board or in the field. Others continue at the next question. */
  answered() {
    const { activeElement: at } = document;
    if (this.held && (this.home.contains(at) || !at?.matches(":focus-visible")))
      this.home.focus({ preventScroll: true });
  }

  /** Restores the focus after a redraw. */
  keep() {
    const { activeElement: at } = document;
    if (!this.held || (at && at !== document.body)) return;
    const { root, names } = this.held;
    const element = names.map((name) => query(name, root)).find((each) => each?.checkVisibility());
    (element ?? this.home).focus({ preventScroll: true });
    if (document.activeElement === document.body) this.home.focus({ preventScroll: true });
  }
}

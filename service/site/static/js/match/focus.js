/** The focus stays where somebody works: what is drawn anew under it gets it back, or what stands for it now. */

import { within } from "../lib/dom.js";

/** What an element is known by, however often it is drawn anew. */
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

const known = (element) =>
  NAMES.filter((name) => element.hasAttribute(name)).map(
    (name) => `[${name}="${CSS.escape(element.getAttribute(name))}"]`,
  );

export class Focus {
  /** `roots` are the parts of the page that are drawn anew; `home` gets the focus where nothing stands for what had it. */
  constructor(roots, home) {
    this.roots = roots;
    this.home = home;
    this.held = null;
    addEventListener("focusin", ({ target }) => this.note(target));
    // Who taps beside everything has put the focus down.
    addEventListener(
      "pointerdown",
      (event) =>
        within(event, "button, a, input, select, textarea, summary, [tabindex]") || (this.held = null),
      true,
    );
  }

  note(element) {
    const root = this.roots.find((each) => each.contains(element));
    if (root) this.held = { root, names: known(element) };
    else if (!element.closest("dialog, [popover]")) this.held = null;
  }

  /** An answer was given: who plays by keys on the board or types goes on there, all others at the next question. */
  answered() {
    const { activeElement: at } = document;
    if (this.held && (this.home.contains(at) || !at?.matches(":focus-visible")))
      this.home.focus({ preventScroll: true });
  }

  /** Gives the focus back, if drawing has taken it away. */
  keep() {
    const { activeElement: at } = document;
    if (!this.held || (at && at !== document.body)) return;
    const { root, names } = this.held;
    const found = names.map((name) => root.querySelector(name)).find((each) => each?.checkVisibility());
    (found ?? this.home).focus({ preventScroll: true });
    if (document.activeElement === document.body) this.home.focus({ preventScroll: true });
  }
}

/** One stop for Tab where there are many things: arrows go from one to the next (WAI-ARIA, roving tabindex). */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const GRACE = 1000; // milliseconds in which arrows meant for what has gone mean nothing
const SLANT = 2; // so much dearer is a step aside than one ahead
const WIDE = 3; // what lies so much farther aside than ahead is hardly in that direction
const LAST = 1e6; // and is taken only where nothing else is

export class Roving {
  /** `items` is a selector of the things in `root`; `first` of those that are the stop before any was visited. */
  constructor(root, { items, first = items }) {
    this.root = root;
    this.items = items;
    this.first = first;
    this.gone = -Infinity;
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", ({ target }) => target.matches(items) && this.stand(target));
  }

  /** Everything that arrows go to; what scrolls by them is a stop of its own. */
  all() {
    const there = [...this.root.querySelectorAll(this.items)];
    return there.filter((each) => !each.disabled && !each.hasAttribute("data-scrolls"));
  }

  /** Makes one of what was just drawn the stop: where the focus is or was, or the first that matters. */
  settle() {
    const all = this.all();
    if (this.stop && !all.includes(this.stop)) this.gone = performance.now();
    const at = document.activeElement;
    const stop =
      all.find((each) => each === at) ??
      (all.includes(this.stop) && this.stop.matches(this.first) ? this.stop : undefined);
    this.stand(stop ?? all.find((each) => each.matches(this.first)) ?? all[0], all);
  }

  stand(stop, all = this.all()) {
    this.stop = stop;
    for (const each of all) {
      const index = each === stop ? "0" : "-1";
      if (each.getAttribute("tabindex") !== index) each.setAttribute("tabindex", index);
    }
  }

  key(event) {
    const way = ARROWS[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const meant = event.target.matches(this.items);
    if (meant || (event.target === this.root && performance.now() - this.gone < GRACE))
      event.preventDefault();
    if (!meant) return;
    const next = this.next(event.target, way);
    next?.focus();
  }

  /** The nearest thing in a direction, as they lie on the screen; one far to the side, if there is no other. */
  next(from, [x, y]) {
    const here = middle(from);
    let best;
    let least = Infinity;
    for (const each of this.all()) {
      if (each === from || !each.checkVisibility()) continue;
      const there = middle(each);
      const ahead = (there[0] - here[0]) * x + (there[1] - here[1]) * y;
      const aside = Math.abs((there[0] - here[0]) * y) + Math.abs((there[1] - here[1]) * x);
      if (ahead < 2) continue;
      const cost = ahead + SLANT * aside + (aside > WIDE * ahead ? LAST : 0);
      if (cost < least) [best, least] = [each, cost];
    }
    return best;
  }
}

const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
};

/** Parts of a board, made anew only when what they show has changed. */

const boards = new WeakMap();

export class KeyedCache {
  constructor() {
    this.kept = new Map();
  }

  /** Returns the parts that were drawn into `root` before. */
  static of(root) {
    if (!boards.has(root)) boards.set(root, new KeyedCache());
    return boards.get(root);
  }

  /**
   * Returns the part called `name`, made by `make()` if `shown`, all that it shows, is not what it was. `name` stays
   * the same for as long as it means the same thing.
   */
  part(name, shown, make) {
    const key = JSON.stringify(shown);
    const before = this.kept.get(name);
    if (before?.key === key) return before.element;
    const element = make();
    this.kept.set(name, { key, element });
    return element;
  }
}

/** Lets an element hold exactly these children, and touches none that is in its place; returns the element. */
export function hold(parent, children) {
  children.forEach((child, place) => {
    const there = parent.childNodes[place];
    if (there !== child) parent.insertBefore(child, there ?? null);
  });
  while (parent.childNodes.length > children.length) parent.lastChild.remove();
  return parent;
}

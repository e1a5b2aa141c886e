/** Parts of a board, made again only when their content has changed. */

const boards = new WeakMap();

export class KeyedCache {
  constructor() {
    this.kept = new Map();
  }

  /** Returns the parts that were drawn into `root` before. @type {(root: Element) => KeyedCache} */
  static of(root) {
    if (!boards.has(root)) boards.set(root, new KeyedCache());
    return boards.get(root);
  }

  /**
   * Returns the part called `name`, which `make()` makes again if `content` has changed. `name` keeps its meaning.
   * @type {(name: string, content: any, make: () => any) => any}
   */
  part(name, content, make) {
    const key = JSON.stringify(content);
    const before = this.kept.get(name);
    if (before?.key === key) return before.element;
    const element = make();
    this.kept.set(name, { key, element });
    return element;
  }
}

/** Lets an element hold exactly these children, and touches none that is in its place. @type {(parent: any, children: Node[]) => any} */
export function hold(parent, children) {
  children.forEach((child, index) => {
    const current = parent.childNodes[index];
    if (current !== child) parent.insertBefore(child, current ?? null);
  });
  while (parent.childNodes.length > children.length) parent.lastChild.remove();
  return parent;
}

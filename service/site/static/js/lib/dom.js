/** Makes elements: text is always text, never markup. */

/**
 * Returns the element with that id. The caller knows its kind.
 * @type {(id: string) => any}
 */
export const find = (id) => document.getElementById(id);

/** Returns the JSON that the page holds in the element with that id. @param {string} id */
export const data = (id) => JSON.parse(find(id).textContent);

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns the first element within `root` that a selector fits, if there is one.
 * @type {(selector: string, root?: ParentNode) => any}
 */
export const query = (selector, root = document) => root.querySelector(selector);

/**
 * Returns the elements within `root` that a selector fits, in their order.
 * @type {(selector: string, root?: ParentNode) => any[]}
 */
export const queryAll = (selector, root = document) => [...root.querySelectorAll(selector)];

/**
 * Returns the element with the focus, or the body.
 * @type {() => any}
 */
export const focused = () => document.activeElement;

/**
 * Returns the closest element around the target of an event that matches a selector.
 * @type {(event: Event, selector: string) => any}
 */
export const within = ({ target }, selector) => /** @type {Element} */ (target).closest(selector);

/** @typedef {Record<string, any>} Attributes */

/** Returns an HTML element with attributes and children. @type {(tag: string, attributes?: Attributes, ...children: any[]) => any} */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** Returns an SVG element likewise. @type {(tag: string, attributes?: Attributes, ...children: any[]) => any} */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** @param {Element} element @param {Attributes} attributes @param {any[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children.flat().filter((child) => child !== null && child !== undefined && child !== false),
  );
  return element;
}

/** Sets the language of an element only if it differs, because browsers then restyle it. @param {HTMLElement} element @param {string} lang */
export function speaks(element, lang) {
  if (element.lang !== lang) element.lang = lang;
}

/** Returns the focus to `before`, or to the question if that is gone. @param {any} before */
export function refocus(before) {
  const isAttached = before.isConnected && before !== document.body;
  (isAttached ? before : find("question"))?.focus({ preventScroll: true });
}

/** Saves a file as `name` to the downloads of the browser. @param {Blob} file @param {string} name */
export function keep(file, name) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

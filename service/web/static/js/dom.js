/** Makes elements: text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/** Returns an HTML element with attributes and children (elements or text). */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/** Returns an SVG element likewise. */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

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

/** Gives the focus back to `before`, or to the question where that is gone. */
export function refocus(before) {
  const there = before.isConnected && before !== document.body;
  (there ? before : document.getElementById("question"))?.focus({ preventScroll: true });
}

/** Saves a file as `name` where this browser saves files. */
export function keep(file, name) {
  const url = URL.createObjectURL(file);
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** Puts `values` into a sentence with {braces}. */
export const say = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** What stands between a name and what is told of it: in French there is a space before the colon. */
export const colon = document.documentElement.lang === "fr" ? "\u00a0: " : ": ";

/** Fields next to the board of a study. */

import { h } from "../lib/dom.js";

/** @typedef {{target: HTMLInputElement}} Input  an event of a field */

/**
 * A labelled choice of `options`: [value, label] each. `id` keeps the focus across redraws.
 * @type {(id: string, label: string, options: [string | number, string][], value: string | number, changed: (value: string) => void) => Element}
 */
export function choice(id, label, options, value, changed) {
  const list = options.map(([each, label]) =>
    h("option", { value: each, selected: String(each) === String(value) }, label),
  );
  return h(
    "label",
    {},
    label,
    h("select", { id, onchange: (/** @type {Input} */ { target }) => changed(target.value) }, list),
  );
}

/**
 * A labelled whole number.
 * @type {(id: string, label: string, value: number, changed: (value: number) => void, least?: number) => Element}
 */
export const number = (id, label, value, changed, least = 0) =>
  h(
    "label",
    {},
    label,
    h("input", {
      id,
      type: "number",
      min: least,
      value,
      inputmode: "numeric",
      onchange: (/** @type {Input} */ { target }) => changed(Number(target.value)),
    }),
  );

/**
 * Something that is so or not.
 * @type {(id: string, label: string, value: boolean, changed: (value: boolean) => void) => Element}
 */
export const flag = (id, label, value, changed) =>
  h(
    "label",
    { class: "check" },
    h("input", {
      id,
      type: "checkbox",
      checked: value,
      onchange: (/** @type {Input} */ { target }) => changed(target.checked),
    }),
    h("span", {}, label),
  );

/** A button that applies the fields. @type {(id: string, label: string, pressed: () => void) => Element} */
export const button = (id, label, pressed) =>
  h("button", { id, type: "button", class: "quiet", onclick: pressed }, label);

/** @type {(title: string, ...fields: (Element | null)[]) => Element} */
export const group = (title, ...fields) =>
  h("fieldset", { class: "paper tiles" }, h("legend", {}, title), ...fields);

/**
 * Pairs of values and their labels.
 * @type {(values: string[], label: (value: string) => string) => [string, string][]}
 */
export const labelled = (values, label) => values.map((value) => [value, label(value)]);

/**
 * A list as a word of the notation, with `?` for unknown cards, or nothing if it is empty.
 * @type {(items: (string | null)[]) => string | null}
 */
export const list = (items) => (items.length ? items.map((item) => item || "?").join(",") : null);

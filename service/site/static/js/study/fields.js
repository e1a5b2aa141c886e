/** Fields next to the board of a study. */

import { h } from "../lib/dom.js";

/** A labelled choice of `options`: [value, label] each. `id` keeps the focus across redraws. */
export function choice(id, label, options, value, changed) {
  const list = options.map(([each, label]) =>
    h("option", { value: each, selected: String(each) === String(value) }, label),
  );
  return h("label", {}, label, h("select", { id, onchange: ({ target }) => changed(target.value) }, list));
}

/** A labelled whole number. */
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
      onchange: ({ target }) => changed(Number(target.value)),
    }),
  );

/** Something that is so or not. */
export const flag = (id, label, value, changed) =>
  h(
    "label",
    { class: "check" },
    h("input", { id, type: "checkbox", checked: value, onchange: ({ target }) => changed(target.checked) }),
    h("span", {}, label),
  );

/** A button that applies the fields. */
export const button = (id, label, pressed) =>
  h("button", { id, type: "button", class: "quiet", onclick: pressed }, label);

export const group = (title, ...fields) => h("fieldset", {}, h("legend", {}, title), ...fields);

/** A list as a word of the notation, with `?` for unknown cards, or nothing if it is empty. */
export const list = (items) => (items.length ? items.map((item) => item || "?").join(",") : null);

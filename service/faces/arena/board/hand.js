/** Cards in a hand: face up for eyes that may see them. */

import { explains } from "../../../lib/popover.js";
import { h } from "../../../lib/dom.js";
import { say } from "../../../lib/i18n.js";
import { offer } from "../../../lib/move-selection.js";
import { aboutCard, called, cardKinds, printedCard } from "./naming.js";
import { sign } from "../signs.js";

export function hand(cards, view) {
  const known = cards.filter(Boolean);
  const hidden = cards.length - known.length;
  return h(
    "ul",
    { class: "hand", "aria-label": view.words.ui.hand },
    known.map((id) => card(id, view)),
    hidden ? backs(hidden, view) : null,
  );
}

const backs = (count, view) =>
  h(
    "li",
    { class: "backs" },
    Array.from({ length: count }, () => h("span", { class: "card back" })),
    h("span", { class: "hidden" }, say(view.words.ui.hidden, { count })),
  );

function card(id, view) {
  const { gear } = printedCard(id, view);
  const about = aboutCard(id, view);
  const face = h(
    "button",
    { type: "button", class: "card" },
    h("span", { class: "title" }, about.title),
    h("span", { class: "gear", title: called(`gear:${gear}`, view) }, sign(gear)),
    h("span", { class: "kind" }, `${id.slice(0, 3)} · ${cardKinds(id, view)}`),
    h("span", { class: "text", lang: about.lang }, about.text),
  );
  const open = offer(face, id, view);
  explains(face, view, () => about);
  const what =
    open &&
    h(
      "button",
      { type: "button", class: "what", "aria-label": say(view.words.ui.what, { name: about.title }) },
      "?",
    );
  if (what) explains(what, view, () => about);
  return h("li", {}, face, what);
}

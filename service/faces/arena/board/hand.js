/** Cards in a hand: face up for eyes that may see them. */

/** @import { View } from "../shapes.d.ts" */

import { cardText, cardTitle } from "../../../boards/card-title.js";
import { explains } from "../../../boards/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, plural, say, t } from "../../../lib/i18n.js";
import { offer } from "../../../boards/move-selection.js";
import { aboutCard, nameOf, printedCard } from "./naming.js";
import { provenanceMark } from "../../../lib/provenance.js";
import { sign } from "../signs.js";
import { emblem } from "./silhouettes.js";

/** @param {(string | null)[]} cards @param {View} view */
export function hand(cards, view) {
  const visible = cards.flatMap((card) => card || []);
  const hidden = cards.length - visible.length;
  return h(
    "ul",
    { class: "hand", "aria-label": t("Hand") },
    visible.map((id) => card(id, view)),
    hidden ? backs(hidden) : null,
  );
}

/** @param {number} count */
const backs = (count) =>
  h(
    "li",
    { class: "backs" },
    Array.from({ length: count }, () => h("span", { class: "card back" })),
    h("span", { class: "hidden" }, say(plural("{count} hidden card", "{count} hidden cards"), { count })),
  );

/** The band of a card: its banners as signs, its types in words. @param {string} id @param {View} view */
function band(id, view) {
  const { banner, types } = printedCard(id, view);
  const words = banner.map((each) => nameOf(`${each}-card`, view)).join(" · ");
  const kinds = types.map((type) => nameOf(`type:${type}`, view)).join(" · ");
  return h(
    "span",
    { class: "kind", title: words },
    banner.map(sign),
    kinds && h("span", { class: "hidden" }, `${words} · `),
    kinds || words,
  );
}

/** @param {string} id @param {View} view */
function card(id, view) {
  const { gear, banner, provenance } = printedCard(id, view);
  const about = aboutCard(id, view);
  const code = id.slice(0, 3);
  const face = h(
    "button",
    { type: "button", class: "face", "data-thing": id },
    h(
      "span",
      { class: "gear", title: `${t("Gear for upgrades")}${colon}${nameOf(`gear:${gear}`, view)}` },
      sign(gear),
    ),
    cardTitle(about.title),
    band(id, view),
    cardText(about.text, about.lang),
    h("span", { class: "of" }, nameOf(code, view)),
    provenanceMark(typeof provenance === "string" ? provenance : provenance.does),
    emblem(code),
  );
  const open = offer(face, id, view);
  if (open) face.setAttribute("aria-description", about.text);
  explains(face, view, () => about);
  const content =
    open &&
    h(
      "button",
      { type: "button", class: "reader", "aria-label": t("What is {name}?", { name: about.title }) },
      "?",
    );
  if (content) explains(content, view, () => about);
  return h("li", { class: `card loose ${banner.join(" ")}` }, face, content);
}

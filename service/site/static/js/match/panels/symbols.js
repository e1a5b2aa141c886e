/** The legend of the symbols on cards and boards, each with its word and its rule. */

import { sign } from "../../faces/game/signs.js";
import { data, find, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

const { names, texts, translated } = data("page").words;

/** The terms with a sign, each `[sign, word, meaning]`. */
const entries = () =>
  Object.keys(names)
    .map((term) => [sign(term.slice(term.indexOf(":") + 1)), names[term], texts[term]])
    .filter(([drawn, , meaning]) => drawn && meaning);

function open() {
  const dialog = h(
    "dialog",
    { class: "help symbols-legend", "aria-label": t("Symbols") },
    h("h2", { tabindex: "-1", autofocus: true }, t("Symbols")),
    h(
      "dl",
      {},
      entries().flatMap(([drawn, word, meaning]) => [h("dt", {}, drawn, " ", word), h("dd", {}, meaning)]),
    ),
    ...(translated ? [h("p", { class: "minor" }, translated)] : []),
    h("button", { type: "button", onclick: () => dialog.close() }, t("Close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

find("symbols").hidden = !entries().length;
find("symbols").addEventListener("click", open);

/** The end of a recorded match in a sentence, and the next step. */

/** @import { ReckonedScene } from "../contract.d.ts" */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { outcome } from "../replay/outcome.js";

/** @param {string} match @param {ReckonedScene} scene */
export const conclusion = (match, scene) =>
  h(
    "section",
    { class: "asks conclusion" },
    h("p", {}, outcome(scene)),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "button", href: `/m/${match}/sheet?as=scribe` }, t("Score sheet and signatures")),
    ),
  );

/** The provenance of a card's effect: a mark and a sentence for each kind of source. */

import { h, s } from "./dom.js";
import { t } from "./i18n.js";

/** @type {Record<string, string>} */
const PROVENANCE = {
  handbook: t("Printed in the handbook."),
  publisher: t("Told by the publisher."),
  sources: t("Agreed upon by public sources."),
  inferred: t("Concluded from what is printed."),
  house: t("Made up for this set of cards."),
};

/** @type {Record<string, string>} */
const MARKS = {
  handbook: "M2 2H5L6 3L7 2H10V10H7L6 11L5 10H2ZM6 3V11",
  publisher: "M6 1.5L10.5 6L6 10.5L1.5 6ZM6 4.5V7.5M4.5 6H7.5",
  sources: "M4.5 3A3 3 0 1 0 4.5 9A3 3 0 1 0 4.5 3ZM7.5 3A3 3 0 1 0 7.5 9A3 3 0 1 0 7.5 3Z",
  inferred: "M6 2L7 2L11 10H1L5 2Z",
  house: "M1.5 6.5L6 2L10.5 6.5M3 5.5V10.5H9V5.5",
};

/** Returns the mark of a kind of source, with its meaning. @param {string} source */
export const provenanceMark = (source) =>
  h(
    "span",
    { class: "provenance", title: PROVENANCE[source] },
    s("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" }, s("path", { d: MARKS[source] })),
  );

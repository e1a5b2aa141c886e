/** The page of a case file: it can be printed, and its times are in the zone of the reader. */

import { find, queryAll } from "../lib/dom.js";

find("print").addEventListener("click", () => window.print());
for (const time of queryAll("time"))
  time.textContent = new Date(/** @type {HTMLTimeElement} */ (time).dateTime).toLocaleString(
    document.documentElement.lang,
    { dateStyle: "long", timeStyle: "short" },
  );

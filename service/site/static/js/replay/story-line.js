/** The lines of a story on the page. */

import { find, queryAll } from "../lib/dom.js";

/** The line of the act that fact `seq` belongs to. @param {number} seq */
export const storyLine = (seq) =>
  queryAll(".line", find("story")).find(
    ({ dataset }) => Number(dataset.seq) <= seq && seq <= Number(dataset.last),
  );

/** The narration of a match in acts. */

/** @import { Act } from "../contract.d.ts" */

import { getAll } from "../lib/api.js";

/**
 * Fetches the acts behind fact `after` as `viewer` may read them: `{ lang, items }`, with the language they are in.
 * @param {string} match @param {string} viewer @param {number} [after] @returns {Promise<{lang: string, items: Act[]}>}
 */
export const narration = (match, viewer, after = 0) =>
  getAll(`/api/v1/matches/${match}/acts?after=${after}&lang=${document.documentElement.lang}`, { viewer });

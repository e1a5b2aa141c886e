/** The narration of a match in acts. */

/** @import { Act } from "../contract.d.ts" */

import { getAll } from "../lib/api.js";

/**
 * Fetches the acts as `viewer` may read them: `{ lang, items }`, with the language they are in.
 * @param {string} match @param {string} viewer @returns {Promise<{lang: string, items: Act[]}>}
 */
export const narration = (match, viewer) =>
  getAll(`/api/v1/matches/${match}/acts?lang=${document.documentElement.lang}`, { viewer });

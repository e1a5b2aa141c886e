/** The narration of a match in sentences. */

import { getAll } from "../lib/api.js";

/** Fetches the sentences as `viewer` may read them: `{ lang, lines }`, with the language they are in. */
export const narration = (match, viewer) =>
  getAll(`/api/v1/matches/${match}/narration?lang=${document.documentElement.lang}`, { viewer });

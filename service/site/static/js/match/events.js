/** @import { Change } from "../replay/view.js" */

/**
 * What the parts of a match page tell each other: every event, its name and what comes with it.
 *
 * @typedef {object} Events
 * @property {number} go  somebody wants to see the moment after this fact
 * @property {Moment} moment  the page shows a moment, or shows it otherwise
 * @property {{changes: Change[]}} happened  what somebody just watched happening
 * @property {Table} table  how the table around the match stands now
 * @property {{before: string, players: string}} players  the names in the title of the page were others before
 *
 * @typedef {object} Moment
 * @property {number} seq  the fact that is shown
 * @property {number} first  the first fact there is
 * @property {number} last  the last fact that is known
 * @property {boolean} still  no facts are being played
 * @property {Record<string, any>} scene  what is on the board
 * @property {string} viewer  whose eyes look
 * @property {boolean} quiet  what comes later is not to be told
 * @property {[number, string][]} marks  facts that deserve a mark, and of which kind
 *
 * @typedef {Record<string, any>} Table  what `GET /m/{match}/table` tells, who asked it as `viewer`, and
 *     when: `at`, in milliseconds since the page was opened
 */

/**
 * Tells everybody who listens.
 * @template {keyof Events} Name
 * @param {Name} name
 * @param {Events[Name]} detail
 */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * Calls `heard` with what comes with each event of that name.
 * @template {keyof Events} Name
 * @param {Name} name
 * @param {(detail: Events[Name]) => void} heard
 */
export const on = (name, heard) =>
  document.addEventListener(name, (event) => heard(/** @type {CustomEvent} */ (event).detail));

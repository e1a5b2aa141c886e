/** @import { Act, Company, ReckonedScene, SentPhrase } from "../contract.d.ts" */
/** @import { Comparison } from "./review/comparison.js" */
/** @import { MatchTable, OpenQuestionData } from "../pages.d.ts" */
/** @import { Moments } from "../replay/moments.js" */
/** @import { Change } from "../replay/view.js" */

/**
 * The events between the parts of a match page, by name, with their details.
 *
 * @typedef {object} Events
 * @property {number} go  a request to show the moment after this fact
 * @property {Comparison[]} compared  the answers that a review compares with better ones
 * @property {number} turned  the fact with the answer at which a review says that the match turned, 0 without one
 * @property {number} disputed  a request to call a judge about this fact
 * @property {Moment} moment  the page shows a moment, or shows it otherwise
 * @property {{changes: Change[]}} happened  changes that were just animated
 * @property {Table} table  the current table around the match
 * @property {string} tab  the id of the tab that was opened in the panel
 * @property {Company} company  the people at the match have changed
 * @property {SentPhrase[]} phrases  the phrases of the players have changed
 * @property {string[]} muted  the ids of players whose phrases this browser hides have changed
 * @property {{before: string, players: string}} players  the names in the title of the page have changed
 *
 * @typedef {object} Moment
 * @property {number} seq  the fact on the page
 * @property {number} first  the first fact
 * @property {number} last  the last loaded fact
 * @property {boolean} still  no facts are being played
 * @property {ReckonedScene} scene  the scene on the board
 * @property {Moments} moments  the starts of answers, turns and rounds
 * @property {string} viewer  the viewer
 * @property {boolean} quiet  later facts must stay hidden
 * @property {OpenQuestionData | undefined} question  the open question in words
 * @property {(seq: number) => string} titleOf  returns the round and the turn of a fact
 * @property {(seq: number) => Act | undefined} actAt  returns the act of a fact, or the last one before it with sentences
 * @property {() => Act[]} rivalActs  returns the acts of others up to this moment
 *
 * @typedef {MatchTable & {viewer: string, at: number}} Table  the table as `viewer` saw it, `at` so many milliseconds since
 *     the page was opened
 */

/**
 * Sends an event to all listeners.
 * @template {keyof Events} Name
 * @param {Name} name
 * @param {Events[Name]} detail
 */
export const emit = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

/**
 * Calls `listener` with the detail of each event of that name.
 * @template {keyof Events} Name
 * @param {Name} name
 * @param {(detail: Events[Name]) => void} listener
 */
export const on = (name, listener) =>
  document.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));

/**
 * The input of a board.
 *
 * `board.js` in the face of a game draws `scene` into `root` with `draw(root, scene, view)` repeatedly. It should keep unchanged
 * elements (see lib/keyed-cache.js). The callbacks of a view keep their meaning while its page is open.
 *
 * On a phone the page lays the board out with `display: contents`: a part of class `later` then comes after the
 * question, all others before it. On larger screens the board fills the table, which scrolls if it has to.
 *
 * @typedef {object} View
 * @property {Record<string, any>} catalogue  printed facts: `GET /games/{game}`, its `catalogue`; and `looks` by id
 * @property {Map<string, any>} cards  printed cards by id, as `cards` of `board.js` lists them
 * @property {Words} words  `names` and `texts` (of cards, of the rules behind statuses, …) by id;
 *     `languages` of texts that are not in the language of the page; `translated` says that texts of cards are our
 *     translations, if they are
 * @property {number} [home]  the seat whose side comes first, for viewers that play no seat
 * @property {boolean} flipped  seen from the other side of the table
 * @property {Path[]} changed  paths that the shown fact has changed
 * @property {Change[]} trail  all changes since the answer before this moment, in order
 * @property {Motion} [motion]  the changes to animate
 * @property {Map<string, string>} options  the picks and their labels; empty for viewers that may not pick
 * @property {Record<string, number>} reckoned  numbers that the game reckons, such as `strength:peter-pan`
 * @property {(pick: string) => void} pick  picks; `offer` of boards/move-selection.js makes an element call it
 * @property {(subject: string) => void} why  explains a JSON pointer into the scene, or a reckoned number
 * @property {(anchor: Element, about: About, how?: string) => void} about  describes a thing next to its element; `explains` of
 *     boards/popover.js makes an element do so when the mouse rests on it, when it is clicked, and on Enter
 *
 * @typedef {Pick<View, "catalogue" | "cards" | "words">} Lexicon  the part of a view that names and explains things
 *
 * @typedef {(string | number)[]} Path  the names that lead from a scene to a value
 *
 * @typedef {object} Change
 * @property {number} seq  the fact of the change
 * @property {string} [by]  its cause, if the fact names one
 * @property {string[]} [along]  the spaces of a walk
 * @property {Path} path
 * @property {*} was  the former value, or undefined
 * @property {*} now  the new value, or undefined
 *
 * @typedef {object} Motion
 * @property {Change[]} changes  the changes since the last drawn moment
 * @property {number} tempo  the factor of the duration of each motion
 *
 * @typedef {object} About  the description of a thing
 * @property {string} title
 * @property {string} [kind]  a line under the title: the owner and the kind
 * @property {string} [text]  the printed text, in our own words
 * @property {string} [lang]  the language of its texts, if it may differ from that of the page
 * @property {[string, string|number][]} [numbers]  its numbers: [label, value]
 * @property {{title: string, text: string, lang?: string}[]} [parts]  parts with texts: skills, statuses, attached items
 * @property {string} [thing]  the thing that picks name: a page says why it cannot be picked
 * @property {string} [why]  the argument of `view.why` for its button “Why?”
 */

/** @import { Words } from "../pages.d.ts" */
/** @import { Moments } from "./moments.js" */
/** @import { Replay } from "./replay.js" */

const NOTHING = new Map();

const FEW = 8; // facts that can be watched at once
const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The motion from fact `before`, the last drawn one, to fact `seq`, or nothing with reduced motion.
 * @param {number | undefined} before
 * @returns {Motion | undefined}
 * @param {Replay} replay @param {number} seq @param {number} tempo
 */
export const motion = (replay, before, seq, tempo) =>
  before === undefined || seq <= before || seq - before > FEW || !tempo || noMotion.matches
    ? undefined
    : { changes: replay.trail(before, seq), tempo };

/**
 * Returns a view of a moment of `replay` for eyes that pick nothing, unless `more` says otherwise.
 * @param {Replay} replay @param {Pick<Moments, "answered">} moments @param {number} seq
 * @param {Partial<View> & Lexicon & Pick<View, "flipped">} overrides @returns {View}
 */
export const makeView = (replay, moments, seq, overrides) => ({
  options: NOTHING,
  pick: () => {},
  why: () => {},
  about: () => {},
  reckoned: replay.at(seq).reckoned,
  changed: replay.changed(seq),
  trail: replay.traces(moments.answered(seq), seq),
  ...overrides,
});

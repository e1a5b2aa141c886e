/**
 * What a board is drawn with.
 *
 * `board.js` in the face of a game draws `scene` into `root` with `draw(root, scene, view)`, again and again: what has not changed
 * it had better leave where it is (see lib/keyed-cache.js). What a view calls means the same for as long as its page is open.
 *
 * On a phone the page lays the board out with `display: contents`: a part of class `later` then comes after the
 * question, all others before it. On larger screens the board fills the table, which scrolls if it has to.
 *
 * @typedef {object} View
 * @property {Record<string, any>} catalogue  what is printed: `GET /games/{game}`, its `catalogue`; and `looks`, by what they are of
 * @property {Map<string, any>} cards  printed cards by id, as `cards` of `board.js` lists them
 * @property {Record<string, any>} words  `names` and `texts` (what is printed on a card, the rule behind a
 *     status, …) by what the scene calls things; `languages` of what is not told in the page's;
 *     `translated` says that texts of cards are translations of ours, where they are
 * @property {boolean} flipped  seen from the other side of the table
 * @property {(string|number)[][]} changed  paths of what the fact that is shown has changed
 * @property {Change[]} trail  everything that changed since the answer before this moment, in order: where somebody came
 *     from, what somebody lost
 * @property {Motion} [motion]  what is to be seen happening, where somebody watches it happen
 * @property {Map<string, string>} options  what can be picked now, and what to call it; empty for eyes that may not pick
 * @property {Record<string, number>} reckoned  numbers that the game reckons, such as `strength:peter-pan`
 * @property {(pick: string) => void} pick  picks; `offer` of lib/move-selection.js makes an element call it
 * @property {(what: string) => void} why  asks for the causes of a JSON pointer into the scene, or of a reckoned number
 * @property {(beside: Element, about: About, how?: string) => void} about  shows what a thing is beside its element; `explains` of
 *     lib/popover.js makes an element do so when the mouse rests on it, when it is clicked, and on Enter
 *
 * @typedef {object} Change
 * @property {number} seq  the fact that changed it
 * @property {string} [by]  who did it, where the fact says so
 * @property {string[]} [along]  the places of a walk, where somebody walked
 * @property {(string|number)[]} path
 * @property {*} was  before; undefined, where there was nothing
 * @property {*} now  after; undefined, where there is nothing any more
 *
 * @typedef {object} Motion
 * @property {Change[]} changes  what happened since the moment that was drawn before
 * @property {number} tempo  how many times as long as at the normal pace each motion takes
 *
 * @typedef {object} About  what a thing is, for who does not know it by heart
 * @property {string} title
 * @property {string} [kind]  a line under the title: whose it is, of what kind
 * @property {string} [text]  what is printed on it, in our own words
 * @property {string} [lang]  the language of its texts, where it may not be the page's
 * @property {[string, string|number][]} [numbers]  what it has: [label, value]
 * @property {{title: string, text: string, lang?: string}[]} [parts]  more with a text of its own: skills, statuses, items on it
 * @property {string} [why]  what `view.why` is asked for by the button “Why?” in it
 */

const NOTHING = new Map();

const FEW = 8; // facts that can be watched at once
const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What is seen happening on the way from fact `before`, which was drawn last, to fact `seq`; nothing for who wants no motion.
 * @param {number | undefined} before
 * @returns {Motion | undefined}
 */
export const motion = (film, before, seq, tempo) =>
  before === undefined || seq <= before || seq - before > FEW || !tempo || noMotion.matches
    ? undefined
    : { changes: film.trail(before, seq), tempo };

/** Returns a view of a moment of `film` for eyes that pick nothing, unless `more` says otherwise. */
export const looking = (film, moments, seq, more) => ({
  options: NOTHING,
  pick: () => {},
  why: () => {},
  about: () => {},
  changed: film.changed(seq),
  trail: film.trail(moments.answered(seq), seq),
  ...more,
});

/**
 * Explanations next to the questions of a first match. New ones are unfolded until somebody folds one; on a phone, which has
 * no room beside the board, a tap unfolds them.
 *
 * Kinds of questions and kinds of options are explained once: attacks, for example, when the first target exists.
 */

/** @import { Asked } from "../../contract.d.ts" */
/** @import { Explanation, MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { cite } from "../../lib/cite.js";
import { data, find, h, query } from "../../lib/dom.js";
import { store, storedValue } from "../../lib/preferences.js";
import { on } from "../events.js";

const KEY = "recount.first-match";
const root = find("explanation");
/** @type {MatchData} */
const { match, game, seats, words, explanations } = data("page");

const narrow = matchMedia("(max-width: 56rem)");

/**
 * The explained kinds in this match, and whether the user has folded or ended the explanations.
 * @type {{match: string, kinds: string[], folded: boolean, ended: boolean}}
 */
const progress = {
  match,
  kinds: [],
  folded: false,
  ended: false,
  ...(storedValue(KEY, {}).match === match ? storedValue(KEY, {}) : {}),
};
let questionSeq = 0; // the fact before the explained question
/** @type {string[]} */
let newKinds = []; // the kinds explained there for the first time

/** The kind of an option, the part before its colon. @param {string} option */
const kind = (option) => option.split(":")[0];

/** @param {string} text */
function meaning(text) {
  const colon = text.indexOf(":") + 1;
  return h("li", {}, h("b", {}, text.slice(0, colon)), text.slice(colon));
}

/** @param {number} seq @param {Asked} question */
function explain(seq, { prompt, options }) {
  const {
    asked,
    options: meanings,
    idea,
    rules,
  } = /** @type {Record<string, Explanation>} */ (explanations)[prompt];
  progress.kinds.push(...newKinds);
  const kinds = [...new Set((options ?? []).map(kind))].filter((option) => option in meanings);
  newKinds = [prompt, ...kinds.map((option) => `${prompt} ${option}`)].filter(
    (each) => !progress.kinds.includes(each),
  );
  store(KEY, progress);
  questionSeq = seq;
  query("details", root).open = newKinds.length > 0 && !progress.folded && !narrow.matches;
  query(".asked", root).textContent = asked;
  query("ul", root).replaceChildren(...kinds.map((option) => meaning(meanings[option])));
  query(".idea span", root).textContent = idea;
  query(".cites", root).replaceChildren(...rules.flatMap((rule) => [cite(rule, game, words), " "]));
  root.hidden = false;
}

/** @param {Moment} moment */
function follow({ seq, last, still, scene }) {
  root.hidden ||= progress.ended || Boolean(scene.ended);
  const { question } = scene;
  if (progress.ended || !still || seq !== last || seq === questionSeq || question?.seat !== seats[0]) return;
  explain(seq, question);
}

if (explanations) {
  query("button", root).addEventListener("click", () => {
    progress.ended = root.hidden = true;
    store(KEY, progress);
  });
  query("summary", root).addEventListener("click", () => {
    progress.folded = query("details", root).open;
    store(KEY, progress);
  });
  on("moment", follow);
}

/**
 * Explanations next to the questions of a first match, unfolded until somebody folds them. They have one height, so that
 * the story beneath stays in its place. On a phone, which has no room beside the board, a tap unfolds them.
 */

/** @import { Asked } from "../../contract.d.ts" */
/** @import { Explanation, MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { cite, ruleTitle } from "../../lib/cite.js";
import { data, find, h, query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { store, storedValue } from "../../lib/preferences.js";
import { on } from "../events.js";

const KEY = "recount.first-match";
const IDEAS = 3; // so many questions have their idea in the bar of a phone, before somebody unfolds the help
const root = find("explanation");
/** @type {MatchData} */
const { match, game, seats, words, explanations } = data("page");

const narrow = matchMedia("(max-width: 56rem)");

/**
 * Whether the user has folded or ended the explanations of this match.
 * @type {{match: string, folded: boolean, ended: boolean, questions: number}}
 */
const progress = {
  match,
  folded: false,
  ended: false,
  questions: 0,
  ...(storedValue(KEY, {}).match === match ? storedValue(KEY, {}) : {}),
};
/** @type {number | null} */
let questionSeq = null; // the fact before the explained question; null while others choose

/** The kind of an option, the part before its colon. @param {string} option */
const kind = (option) => option.split(":")[0];

/** @param {string} text */
function meaning(text) {
  const colon = text.indexOf(":") + 1;
  return h("li", {}, h("b", {}, text.slice(0, colon)), text.slice(colon));
}

/** @param {Asked} question */
function explain({ prompt, options }) {
  const {
    asked,
    options: meanings,
    idea,
    rules,
  } = /** @type {Record<string, Explanation>} */ (explanations)[prompt];
  const kinds = [...new Set((options ?? []).map(kind))].filter((option) => option in meanings);
  const ofSections = rules.filter((rule, index) => rules.findIndex((each) => isBeside(each, rule)) === index);
  query(".asked", root).textContent = asked;
  query("ul", root).replaceChildren(...kinds.map((option) => meaning(meanings[option])));
  query(".idea span", root).textContent = idea;
  query(".cites", root).replaceChildren(...ofSections.flatMap((rule) => [cite(rule, game, words), " "]));
}

/** Whether two rules stand in one section: then the first leads to both. @param {string} one @param {string} other */
const isBeside = (one, other) => ruleTitle(one, words)[0] === ruleTitle(other, words)[0];

function explainWaiting() {
  query(".asked", root).textContent = t("Others choose now. Each act of the story answers “Why?”.");
  query("ul", root).replaceChildren();
  query(".cites", root).replaceChildren();
}

/** @param {Moment} moment */
function follow({ seq, last, still, scene }) {
  const { question } = scene;
  root.hidden = progress.ended || Boolean(scene.ended);
  const isRivals = !still && question && question.seat !== seats[0];
  const isShown = !root.hidden && (isRivals || (still && seq === last));
  const asked = question?.seat === seats[0] ? question : null;
  find("idea").hidden = !isShown || !asked || progress.questions > IDEAS;
  if (!isShown || (seq === questionSeq && asked)) return;
  if (asked) explain(asked);
  else explainWaiting();
  query(".idea", root).hidden = !asked;
  questionSeq = asked && seq;
  if (asked) progress.questions += 1;
  store(KEY, progress);
  find("idea").textContent = query(".idea", root).textContent;
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
  query("details", root).open = !progress.folded && !narrow.matches;
  on("moment", follow);
}

/**
 * What a question of a first match means, beside it: unfolded where it is new, folded once it was asked before.
 *
 * New is a kind of question, and a kind of option too: that one can attack is told when there is somebody to attack.
 */

import { cite } from "../../lib/cite.js";
import { data, find, h, one } from "../../lib/dom.js";
import { keep, kept } from "../../lib/preferences.js";
import { on } from "../events.js";

const KEY = "recount.first-match";
const root = find("explanation");
const { match, game, seats, explanations } = data("page");

/** What was explained in this match already, by kind, and whether somebody has had enough of it. */
const known = { match, kinds: [], ended: false, ...(kept(KEY, {}).match === match ? kept(KEY, {}) : {}) };
let shown = 0; // the fact after which the question is asked that is explained
let fresh = []; // what is explained for the first time there

/** What stands before the colon of an option: what it is, whatever it is about. */
const kind = (option) => option.split(":")[0];

function meaning(text) {
  const colon = text.indexOf(":") + 1;
  return h("li", {}, h("b", {}, text.slice(0, colon)), text.slice(colon));
}

function explain(seq, { prompt, options }) {
  const { asked, options: meanings, idea, rules } = explanations[prompt];
  known.kinds.push(...fresh);
  const there = [...new Set(options.map(kind))].filter((option) => option in meanings);
  fresh = [prompt, ...there.map((option) => `${prompt} ${option}`)].filter(
    (each) => !known.kinds.includes(each),
  );
  keep(KEY, known);
  shown = seq;
  one("details", root).open = fresh.length > 0;
  one(".asked", root).textContent = asked;
  one("ul", root).replaceChildren(...there.map((option) => meaning(meanings[option])));
  one(".idea span", root).textContent = idea;
  one(".cites", root).replaceChildren(...rules.flatMap((rule) => [cite(rule, game), " "]));
  root.hidden = false;
}

function follow({ seq, last, still, scene }) {
  root.hidden ||= known.ended || Boolean(scene.ended);
  const { question } = scene;
  if (known.ended || !still || seq !== last || seq === shown || question?.seat !== seats[0]) return;
  explain(seq, question);
}

if (explanations) {
  one("button", root).addEventListener("click", () => {
    known.ended = root.hidden = true;
    keep(KEY, known);
  });
  on("moment", follow);
}

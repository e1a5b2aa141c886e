/** A lesson or puzzle above the board. After each answer the service says whether its goal is reached or missed. */

/** @import { MatchData } from "../../pages.d.ts" */

import { get, LostLine, post, refusal } from "../../lib/api.js";
import { data, find, h, query, queryAll } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { endFirstTry, isFirstTry, rate, reached, recordLine, remember } from "../../lib/solved-lessons.js";
import { emit, on } from "../events.js";

const lesson = find("lesson");
/** @type {MatchData} */
const { match, game } = data("page");
const rating = Number(lesson?.dataset.rating ?? 0); // of a puzzle
let lastSeq = 0; // the last fact when it was asked
let wrongSeq = 0; // the fact of a wrong answer
let stop = 0; // the last fact of its turn, at which the board stays
let shownSeq = 0;
let isPlayingOn = false;
let change = 0; // of the rating, by this puzzle
const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "always" });
const name = `${game}/${lesson?.dataset.lesson}`;
/** Whether this is the first try, without the help of more than a hint. */
let isFirst = Boolean(lesson) && isFirstTry(name, match);

function countHelp() {
  if (isFirst) endFirstTry(name);
  if (isFirst && rating) change = rate(game, rating, false);
  isFirst = false;
}

/**
 * Shows in the place of the question how a lesson or puzzle has ended.
 * @param {string | (string | Node)[]} verdict @param {...(Node | null | undefined)} content
 */
function conclude(verdict, ...content) {
  query(".strip").prepend(
    h("div", { id: "celebration", class: "celebration", role: "alert" }, h("b", {}, verdict), ...content),
  );
}

/** Celebrates, with the way to the next lesson or puzzle. @param {boolean} over */
function celebrate(over) {
  const next = query("form[data-when=reached]", lesson)?.cloneNode(true);
  const playOn = () => {
    isPlayingOn = true;
    find("celebration").remove();
    find("question").focus({ preventScroll: true });
  };
  conclude(
    `★ ${isFirst ? t("Solved at the first try.") : t("The goal is reached.")}`,
    rating ? h("small", {}, recordLine(game), change && ` (${signed.format(change)})`) : null,
    next,
    h("a", { class: "button quiet", href: query(".match-title a").href }, t("Lessons and puzzles")),
    over ? null : h("button", { type: "button", class: "quiet", onclick: playOn }, t("Play on")),
  );
}

/** Goes back to the question of the wrong answer. @param {{currentTarget: HTMLButtonElement}} event */
async function tryAgain({ currentTarget: button }) {
  button.disabled = true;
  try {
    const { address } = await post(`/m/${match}/lesson`, { seq: wrongSeq });
    if (address) location.assign(address);
  } catch (problem) {
    button.disabled = false;
    find("trouble").textContent = refusal(problem);
  }
}

/**
 * Says in the place of the question that it leads to the goal no more, and offers another try.
 * @param {string} state @param {boolean} isFound  whether the answers before it were right @param {string} reason
 */
function offerAnother(state, isFound, reason) {
  const verdict = isFound
    ? t("The first move was right, but this is not the way.")
    : t("That is not the way.");
  conclude(
    state === "helped"
      ? t("Won, but not alone: win without the choices of others.")
      : [verdict, h("small", {}, reason)],
    h("button", { type: "button", onclick: tryAgain }, t("Try again")),
  );
}

/** Shows the board as it is after a wrong answer, without later facts. */
function stay() {
  if (!stop) return;
  emit("go", stop);
  stop = 0;
  if (document.activeElement === document.body) query(".celebration button").focus({ preventScroll: true });
}

/** @param {number} last */
async function look(last) {
  lastSeq = last;
  let reply;
  try {
    reply = await get(`/m/${match}/lesson?lang=${document.documentElement.lang}`);
  } catch (problem) {
    if (!(problem instanceof LostLine)) throw problem;
    lastSeq = 0; // the next moment that is shown asks again
    return;
  }
  if (lastSeq !== last) return; // more has happened meanwhile
  const { state, over, reason } = reply;
  wrongSeq = reply.wrong ?? 0;
  stop = reply.stop ?? 0;
  if (matchMedia("(max-width: 56rem)").matches) lesson.style.minHeight = `${lesson.offsetHeight}px`; // the board below it stays in its place
  const isFound = lesson.dataset.state === "found";
  const wasClosed = lesson.hasAttribute("data-closed");
  const isClosed = !["open", "found", "reached"].includes(state);
  lesson.dataset.state = state;
  lesson.toggleAttribute("data-closed", isClosed);
  find("celebration")?.remove();
  if (state === "reached") {
    if (isFirst && rating && !reached().includes(name)) change = rate(game, rating, true);
    remember(name);
    if (!isPlayingOn) celebrate(over);
  } else if (isClosed) {
    countHelp();
    offerAnother(state, isFound, reason);
    if (shownSeq >= stop) stay();
  } else if (wasClosed) emit("go", last);
}

/**
 * Outlines the thing of the first move on the board while that is open to read: the one that offers least besides it.
 * @param {HTMLDetailsElement} help
 */
function outlineFirstMove(help) {
  const pick = help.open && lesson.dataset.state === "open" ? help.dataset.pick : "";
  const things = queryAll("#board [data-pick]");
  /** @param {HTMLElement} thing */
  const countPicks = (thing) => {
    const picks = thing.dataset.pick?.split(" ") ?? [];
    return pick && picks.includes(pick) ? picks.length : Infinity;
  };
  const fewest = Math.min(...things.map(countPicks));
  for (const thing of things)
    thing.classList.toggle("pointed-out", fewest < Infinity && countPicks(thing) === fewest);
}

const firstMove = lesson?.querySelector("details[data-pick]");
if (firstMove) {
  firstMove.addEventListener("toggle", () => {
    outlineFirstMove(firstMove);
    document.querySelector(".pointed-out")?.scrollIntoView({ block: "nearest" });
  });
  on("moment", () => outlineFirstMove(firstMove));
}
if (lesson) {
  for (const help of queryAll("details[name=help]", lesson))
    help.addEventListener("toggle", () => help.open && countHelp());
  on("moment", ({ seq, last }) => {
    shownSeq = seq;
    if (last !== lastSeq)
      look(last); // the result comes at once, before the facts are played
    else if (stop && seq >= stop) queueMicrotask(stay);
  });
}

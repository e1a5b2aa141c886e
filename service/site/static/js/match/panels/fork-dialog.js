/** Studies: one from the shown moment of a match, and the tools of a study. A player of all its seats adds lines to it. */

/** @import { MatchData, OpenQuestionData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { post, Problem, refusal } from "../../lib/api.js";
import { opensStudy } from "../../lib/seating.js";
import { commitNonces } from "../../lib/nonce.js";
import { data, find, h, query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { look } from "./table.js";

/** @type {MatchData} */
const { match, over, seats } = data("page");
const form = find("onwards-form");
const solo = find("study-tools");
const advise = query("[data-advice]");
const advice = query(".advice");
/** @type {Pick<Moment, "seq" | "viewer"> & Partial<Moment>} */
let moment = { seq: 0, viewer: "" };
let last = 0; // the fact before the last answer of a running study

on("moment", (detail) => {
  moment = detail;
  const isPast = detail.seq < detail.last && detail.still;
  const isFree = Boolean(over || detail.scene.ended || solo);
  find("onwards").hidden = Boolean(solo) || !(isFree || detail.scene.study);
  find("try").hidden = Boolean(solo) || !isPast || !isFree || detail.quiet;
  if (solo) find("study-line").hidden = !isPast;
  compare(detail.question);
});

/** The labels of `picks`. @param {OpenQuestionData} question @param {string[]} picks */
const label = ({ options }, picks) =>
  picks.map((pick) => options.find((option) => option.pick === pick)?.label ?? pick).join(", ") ||
  t("Nothing");

/** Says what was answered in the match at this question. @param {OpenQuestionData | undefined} question */
function compare(question) {
  if (!advise) return;
  const isOpen = Boolean(question?.options.length);
  advise.disabled = !isOpen;
  const seq = String(isOpen ? question?.seq : "");
  if (advice.dataset.seq === seq) return;
  advice.dataset.seq = seq;
  advice.textContent =
    isOpen && question?.origin_answer
      ? t("Played in the match: {answer}", { answer: label(question, question.origin_answer) })
      : "";
}

/** Asks a bot for its answer to the open question. */
async function askBot() {
  const { question, viewer } = moment;
  if (!question) return;
  advise.disabled = true;
  try {
    const { seq, picks } = await post(`/m/${match}/advice`, {}, { viewer });
    if (seq !== moment.question?.seq) return;
    const sentence = t("A medium bot would choose: {answer}", { answer: label(question, picks) });
    advice.append(advice.textContent && h("br", {}), sentence);
  } catch (problem) {
    advise.disabled = false;
    throw problem;
  }
}

function ask() {
  find("onwards-trouble").textContent = "";
  form.elements.seat.value = moment.moments?.nextSeat(moment.seq) ?? form.elements.seat.value;
  find("onwards-dialog").showModal();
}
for (const button of ["onwards", "try"]) find(button).addEventListener("click", ask);
opensStudy(
  form,
  `/m/${match}/onwards`,
  find("onwards-trouble"),
  () => ({ seq: moment.seq }),
  () => moment.viewer,
);

/** Plays another line of this study from fact `seq`. @param {number} seq */
async function branch(seq) {
  const seat = moment.scene?.question?.seat ?? 0;
  const body = { seq, company: "alone", seat, nonce_hash: await commitNonces() };
  const { address } = await post(`/m/${match}/onwards`, body, { viewer: moment.viewer });
  location.assign(address);
}

/** @param {Element | null} button @param {() => Promise<unknown>} act */
const press = (button, act) =>
  button?.addEventListener("click", () =>
    act().catch((/** @type {Error} */ problem) => {
      find("trouble").textContent = refusal(problem);
    }),
  );
press(advise, askBot);
const again = find("study-again");
press(again, async () => {
  const { match: origin, seq, level } = again.dataset;
  const body = { seq: Number(seq), company: "bots", level, seat: seats[0], nonce_hash: await commitNonces() };
  location.assign((await post(`/m/${origin}/onwards`, body)).address);
});

if (solo) {
  press(find("study-undo"), async () => {
    find("study-undo").disabled = true;
    try {
      await post(`/m/${match}/undo`, {}, { viewer: moment.viewer });
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.slug !== "wrong-moment") throw problem;
      await look();
      if (!last) throw problem; // the match is paused or over
      await branch(last); // a card was seen since, so that another line has to begin before it
    } finally {
      await look();
      find("study-undo").disabled = !last; // also without a line to the service
    }
  });
  press(find("study-start"), () => branch(1));
  press(find("study-line"), () => branch(moment.seq));
  find("study-share").addEventListener("click", () => find("passing").click());
  on("table", ({ undo }) => {
    last = undo;
    find("study-undo").disabled = !undo;
  });
}

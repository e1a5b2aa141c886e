/** The end of a match: its reason and its greatest change in the bar; the scores and the changes of the lead in a sheet. */

/** @import { MatchData, MatchSummary } from "../../pages.d.ts" */
/** @import { Moment, Table } from "../events.js" */

import * as boards from "../../faces/game/board.js";
import { get } from "../../lib/api.js";
import { cite } from "../../lib/cite.js";
import { data, find, focused, h, query } from "../../lib/dom.js";
import { keepReply } from "./kept-reply.js";
import { emit, on } from "../events.js";
import { greatestGain, ownOutcome } from "../../replay/outcome.js";
import { colon, t } from "../../lib/i18n.js";
import { openTab } from "./tabs.js";

/** @type {MatchData} */
const page = data("page");
const { match, game, words } = page;
const MOST = 3;
const lesson = find("lesson"); // lessons and puzzles announce their end themselves
/** @type {Moment} */
let lastMoment; // the last shown moment
/** @type {Table["status"] | undefined} */
let before;

/** @param {number} seq */
const go = (seq) => emit("go", seq);
const narrow = matchMedia("(max-width: 56rem)"); // there the sheet covers the board
const close = () => find("summary").hidePopover();
const endAt = () => `${lastMoment.last} ${lastMoment.viewer}`;
/** @type {number | undefined} The turning point of a review, which goes before the greatest change. */
let turned;
let described = ""; // the end in the bar, by its last fact and its viewer

/** @type {(end: string) => Promise<MatchSummary>} */
const loadSummary = keepReply(() =>
  get(`/m/${match}/summary?lang=${document.documentElement.lang}`, { viewer: lastMoment.viewer }),
);

/** The summary of the end, as the reader may see it. */
export const loadEnd = () => loadSummary(endAt());

/**
 * A button with a title and a text, of a fact its moment and its act, which shows the fact.
 * @param {number} seq @param {string} [title] @param {string | null} [text]
 */
const moment = (seq, title = lastMoment.titleOf(seq), text = lastMoment.actAt(seq)?.text) =>
  h(
    "li",
    {},
    h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, [
      h("b", {}, title),
      h("br"),
      text,
    ]),
  );

/** @param {MatchSummary} summary */
function rounds({ sides, rounds }) {
  const table = find("summary-rounds");
  table.hidden = !rounds.length;
  /** @param {number} round @param {number} seq */
  const head = (round, seq) =>
    h(
      "th",
      { scope: "col" },
      h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, String(round)),
    );
  table.tHead.replaceChildren(
    h(
      "tr",
      {},
      h("th", { scope: "col" }, t("Round")),
      rounds.map(({ round, seq }) => head(round, seq)),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...sides.map((side, n) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, side),
        rounds.map((round) => h("td", {}, String(round.scores[n]))),
      ),
    ),
  );
}

/** The round of the greatest gain, at its moment in the bar if that lies in it. @param {MatchSummary} summary */
function gainMoment(summary) {
  const round = greatestGain(summary);
  if (!round) return undefined;
  const { start, seq, side, from, to } = round;
  const turn = turned || summary.turn;
  return moment(
    start < turn && turn <= seq ? turn : seq,
    t("Round {round}", { round: round.round }),
    `${summary.sides[side]}${colon}${from} → ${to}`,
  );
}

function openStory() {
  openTab("story");
  find("tab-story").focus({ preventScroll: true });
  find("panel").scrollIntoView();
}

/** Why the match ended: its cause, or else what the game says of the win. @param {MatchSummary} summary */
const causeOf = ({ why }) => why || boards.ending(lastMoment.scene, words);

function clearEnd() {
  described = "";
  find("ending").textContent = "";
  find("turn").hidden = true;
}

/** Tells in the bar why the match ended, and at which moment the board changed most. */
async function describeEnd() {
  const end = (described = endAt());
  const summary = await loadSummary(end).catch(() => undefined); // the next moment that is shown asks again
  if (described !== end) return; // more has happened meanwhile
  if (!summary?.over) return clearEnd();
  const turn = turned || summary.turn;
  find("ending").textContent = causeOf(summary);
  find("turn").hidden = !turn;
  if (!turn) return;
  find("turn").replaceChildren(
    h("span", {}, turned ? t("Where did it turn?") : t("Greatest change on the board")),
    h("b", {}, lastMoment.titleOf(turn)),
    h("span", { class: "act" }, lastMoment.actAt(turn)?.text),
    h("u", {}, t("Show it")),
  );
  find("turn").onclick = () => go(turned ? turned - 1 : turn); // a review compares the answer where it was given
}

/** Shows the summary without moving the focus, because the user did not ask for it. */
export async function open() {
  const summary = await loadEnd();
  if (!summary.over) return;
  const { conceded, ended, players, scores } = summary;
  const hasResigned = players.length === 2 && page.seats.length === 1 && page.seats[0] === conceded;
  find("summary-title").textContent = hasResigned
    ? t("You resigned: {winner} wins.", { winner: players[ended.winners[0]] })
    : ownOutcome(summary, page.seats, summary.rounds.length ? scores : []);
  find("summary-why").textContent = hasResigned ? "" : causeOf(summary);
  find("summary-rule").replaceChildren(
    ...(summary.rule && summary.sentence ? [cite(summary.rule, game, words), " ", summary.sentence] : []),
  );
  rounds(summary);
  const gain = gainMoment(summary);
  const moments = gain ? [gain] : summary.leads.slice(-MOST).map((seq) => moment(seq));
  find("summary-moments").hidden = !moments.length;
  query("h3", find("summary-moments")).textContent = gain ? t("The greatest gain") : t("The lead changed");
  query("ol", find("summary-moments")).replaceChildren(...moments);
  const { left, width, top } = query(".strip").getBoundingClientRect(); // it is as wide as the board, and above the bar
  find("summary").style.setProperty("--middle", `${left + width / 2}px`);
  find("summary").style.setProperty("--bar", `${Math.min(innerHeight - top, innerHeight / 2)}px`);
  if (!find("summary").matches(":popover-open")) find("summary").showPopover();
}

on("moment", (detail) => {
  lastMoment = detail;
  if (narrow.matches && detail.seq < detail.last && find("summary").matches(":popover-open")) {
    if (focused().closest("#summary")) find("question").focus({ preventScroll: true });
    close();
  }
  if (!detail.scene.ended) clearEnd();
  else if (detail.still && !detail.quiet && !lesson && described !== endAt()) describeEnd();
});
on("turned", (seq) => {
  turned = seq;
  if (described) describeEnd();
});
on("table", ({ status }) => {
  const isOver = status === "over" && !lesson;
  if (isOver && before && before !== "over" && !lastMoment.quiet) open();
  before = status;
  find("afterwards").hidden = !isOver;
});
find("review-open").addEventListener("click", close);
find("story-open").addEventListener("click", openStory);
const hasRounds = boards.roundPaths.length > 0; // without them the bar says all that the sheet would
find("summary-open").hidden = !hasRounds;
find("story-open").hidden = hasRounds;
find("summary-open").addEventListener("click", open);
find("summary-close").addEventListener("click", () => {
  close();
  find(hasRounds ? "summary-open" : "review-open").focus();
});
document.addEventListener(
  "keydown",
  (event) => event.key === "Escape" && find("summary").matches(":popover-open") && close(),
);

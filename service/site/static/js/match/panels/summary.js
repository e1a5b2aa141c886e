/** The end of a match: the result, its reason, the scores after each round, turning points, and next steps. */

/** @import { MatchData, MatchSummary } from "../../pages.d.ts" */
/** @import { Moment, Table } from "../events.js" */

import { get } from "../../lib/api.js";
import { cite } from "../../lib/cite.js";
import { data, find, h, query } from "../../lib/dom.js";
import { emit, on } from "../events.js";
import { ownOutcome } from "../../replay/outcome.js";
import { t } from "../../lib/i18n.js";
import { openTab } from "./tabs.js";

/** @type {MatchData} */
const page = data("page");
const { match, game, words } = page;
const MOST = 3;
/** @type {Moment} */
let lastMoment; // the last shown moment
/** @type {Table["status"] | undefined} */
let before;

/** @param {number} seq */
const go = (seq) => emit("go", seq);
const close = () => find("summary").hidePopover();

/** A button with the moment of a fact and its act, which shows it. @param {number} seq */
const moment = (seq) =>
  h(
    "li",
    {},
    h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, [
      h("b", {}, lastMoment.titleOf(seq)),
      h("br"),
      lastMoment.sentencesOf(seq),
    ]),
  );

/** Lists moments in an element, which is hidden without any. @param {string} id @param {number[]} seqs */
function list(id, seqs) {
  find(id).hidden = !seqs.length;
  query("ol", find(id)).replaceChildren(...seqs.map(moment));
}

/** @param {MatchSummary} summary */
function rounds({ sides, rounds, scores }) {
  const table = find("summary-rounds");
  table.hidden = !rounds.length;
  /** @param {string | number} head @param {(string | number)[]} cells @param {number} [seq] */
  const row = (head, cells, seq) => {
    const title = seq
      ? h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, String(head))
      : String(head);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, title),
      cells.map((cell) => h("td", {}, String(cell))),
    );
  };
  table.tHead.replaceChildren(
    h(
      "tr",
      {},
      h("th", { scope: "col" }, t("Round")),
      sides.map((side) => h("th", { scope: "col" }, side)),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...rounds.map(({ round, seq, scores }) => row(round, scores, seq)),
    row(t("End"), scores),
  );
}

function openReview() {
  openTab("review");
  find("tab-review").focus({ preventScroll: true });
  find("panel").scrollIntoView();
}

/** Shows the summary without moving the focus, because the user did not ask for it. */
export async function open() {
  const { viewer } = lastMoment;
  /** @type {MatchSummary} */
  const summary = await get(`/m/${match}/summary?lang=${document.documentElement.lang}`, { viewer });
  if (!summary.over) return;
  const { conceded, ended, players, scores } = summary;
  const hasResigned = players.length === 2 && page.seats.length === 1 && page.seats[0] === conceded;
  find("summary-title").textContent = hasResigned
    ? t("You resigned: {winner} wins.", { winner: players[ended.winners[0]] })
    : ownOutcome(summary, page.seats, scores);
  find("summary-why").textContent = hasResigned ? "" : summary.why;
  find("summary-why").hidden = hasResigned || !summary.why;
  find("summary-rule").replaceChildren(
    ...(summary.rule && summary.sentence ? [cite(summary.rule, game, words), " ", summary.sentence] : []),
  );
  rounds(summary);
  list("summary-turn", summary.turn ? [summary.turn] : []);
  list("summary-moments", summary.leads.filter((seq) => seq !== summary.turn).slice(-MOST));
  const { left, width } = find("asking").getBoundingClientRect(); // it is as wide as the board, and below it
  find("summary").style.setProperty("--middle", `${left + width / 2}px`);
  if (!find("summary").matches(":popover-open")) find("summary").showPopover();
}

on("moment", (detail) => {
  lastMoment = detail;
});
on("table", ({ status }) => {
  const lessonElement = find("lesson"); // lessons and puzzles announce their end themselves
  if (status === "over" && before && before !== "over" && !lastMoment.quiet && !lessonElement) open();
  before = status;
  for (const name of ["review-open", "summary-open", "next-match"])
    if (find(name)) find(name).hidden = status !== "over";
});
find("review-open").addEventListener("click", openReview);
find("summary-open").addEventListener("click", open);
find("summary-close").addEventListener("click", () => {
  close();
  find("summary-open").focus();
});
find("summary-review").addEventListener("click", () => {
  close();
  openReview();
});
document.addEventListener(
  "keydown",
  (event) => event.key === "Escape" && find("summary").matches(":popover-open") && close(),
);

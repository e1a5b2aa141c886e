/** The review of a match: where it turned, the course of the chances, the losses of players, and better lines. */

/** @import { Judged, Performance, Progress, Review as MatchReview } from "../../contract.d.ts" */
/** @import { Series } from "../../lib/charts.js" */
/** @import { Boards, MatchData, MatchSummary, Option } from "../../pages.d.ts" */
/** @import { Comparison } from "./comparison.js" */
/** @import { TurningPoint } from "./turning-point.js" */
/** @import { MatchReplay } from "../../replay/timeline.js" */
/** @import { Replay } from "../../replay/replay.js" */

import { get, LostLine, refusal } from "../../lib/api.js";
import { course, percent } from "../../lib/charts.js";
import { find, h, query } from "../../lib/dom.js";
import { say, t } from "../../lib/i18n.js";
import { emit } from "../events.js";
import { afterRedraw, scrollToBoard } from "../scroll-anchor.js";
import { subject } from "../../boards/move-selection.js";
import { store, storedValue } from "../../lib/preferences.js";
import { lines } from "../../lib/stream.js";
import { ChancesStrip, gravest } from "./chances-strip.js";
import { compare } from "./comparison.js";
import { findTurningPoint } from "./turning-point.js";
import { VariationBoard } from "./variation-board.js";

const KEY = "recount.reviews";
const SHAPE = 1; // a release that changes the review counts on
const ROOMY = "(min-width: 40.01rem) and (min-height: 50rem)"; // has room for the chances from the start
const MOST_STORED = 8; // reviews, each of some 30 kB

/** The sentences of turning points by their kinds. */
const VERDICTS = {
  lost: t("{moment}: {who} loses the lead by this answer. The chances fall from {before} to {after}."),
  open: t("{moment}: {who} falls from {before} to {after}, the costliest answer while the match was open."),
  ahead: t("{who} was never clearly behind. The greatest change on the board: {moment}."),
  swing: t("{moment}: the greatest swing, luck included. {who} goes from {before} to {after}."),
  lead: t("{moment}: {who} takes the lead for good. The chances rise from {before} to {after}."),
};

/**
 * `players` are the names at the table; `viewer()` sees everything; `positions()` returns the replay with its moments;
 * `go(seq)` shows a moment; `loadEnd()` returns the summary of the end, as the reader may see it.
 * @typedef {{players: string[], viewer: () => string, positions: () => Promise<MatchReplay>, go: (seq: number) => void, loadEnd: () => Promise<MatchSummary>}} ReviewOptions
 */

export class Review {
  /**
   * `boards` draws the game of `page`.
   * @param {Boards} boards @param {MatchData} page @param {ReviewOptions} options
   */
  constructor(boards, page, { players, viewer, positions, go, loadEnd }) {
    this.boards = boards;
    this.match = page.match;
    this.words = page.words;
    this.players = players;
    this.viewer = viewer;
    this.positions = positions;
    this.loadEnd = loadEnd;
    this.go = go;
    this.losses = page.losses;
    this.recorded = page.recorded;
    this.strip = new ChancesStrip({ losses: page.losses, go });
    this.isRoomKept = page.over && !find("review").hidden && matchMedia(ROOMY).matches;
    this.line = new VariationBoard(boards, page, { players, viewer });
    find("review-form").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.review();
    });
  }

  /** Requests the review, and shows its progress. A second request meanwhile stops it. */
  async review() {
    if (this.running) return this.running.abort();
    this.running = new AbortController();
    const button = find("review-begin");
    const label = button.textContent;
    button.textContent = t("Stop");
    find("review-progress").hidden = false;
    find("review-trouble").textContent = "";
    this.strip.open();
    try {
      const review = await this.fetchReview();
      await this.show(review);
      store(KEY, [{ match: this.match, shape: SHAPE, review }, ...this.storedOthers()].slice(0, MOST_STORED));
    } catch (problem) {
      if (!this.replay && !this.isRoomKept) this.strip.close();
      if (problem.name !== "AbortError") find("review-trouble").textContent = refusal(problem);
    } finally {
      this.running = undefined;
      button.textContent = label;
      find("review-progress").hidden = true;
      find("review-progress-words").textContent = "";
    }
    return undefined;
  }

  /** Shows the review that this browser has stored, if it is of this release and the match is still the same. */
  async restore() {
    const stored = this.stored().find(({ match }) => match === this.match);
    if (!stored) return false;
    const isCurrent = stored.shape === SHAPE && (await this.positions()).replay.last === stored.review.head;
    if (isCurrent) await this.show(stored.review);
    else store(KEY, this.storedOthers());
    return isCurrent;
  }

  /** The stored reviews. @returns {{match: string, shape: number, review: MatchReview}[]} */
  stored() {
    return storedValue(KEY, []);
  }

  /** The stored reviews of other matches. */
  storedOthers() {
    return this.stored().filter(({ match }) => match !== this.match);
  }

  async fetchReview() {
    const query = new URLSearchParams({ bots: find("review-level").value });
    /** @type {MatchReview | undefined} */
    let review;
    find("review-progress-words").textContent = t("The bot begins with the first answer …");
    for await (const line of lines(`/api/v1/matches/${this.match}/review?${query}`, {
      viewer: this.viewer(),
      signal: this.running?.signal,
    })) {
      if (line.type === "progress") this.showProgress(line);
      else if (line.type === "failed") throw new Error(line.detail);
      else review = line;
    }
    if (!review) throw new LostLine(t("The service was not reached."));
    return review;
  }

  /** @param {Progress} progress */
  showProgress({ played, of }) {
    find("review-progress").value = played / of;
    find("review-progress-words").textContent = t("{judged} of {count} answers are judged.", {
      judged: played,
      count: of,
    });
  }

  /** @param {MatchReview} review */
  async show(review) {
    const { replay, moments } = await this.positions();
    this.replay = replay;
    const series = this.players.map((name, seat) => ({
      name,
      seat,
      points: review.answers.map(({ seq, before, before_intervals: intervals }) => ({
        seq,
        value: before[seat],
        low: intervals[seat][0],
        high: intervals[seat][1],
      })),
    }));
    this.strip.show(series, review.answers, moments, review.head);
    this.showCourse(series, review);
    find("review-players").hidden = false;
    find("review-players").tBodies[0].replaceChildren(...review.seats.map((seat) => this.performance(seat)));
    find("review-request").open = false;
    query("summary", find("review-request")).hidden = false;
    const end = await this.loadEnd();
    const turn = findTurningPoint(review, this.losses[1], end.turn);
    const turning = new Set(review.turning);
    if (turn?.answer) turning.add(turn.seq);
    const answers = review.answers.filter(({ seq, loss }) => turning.has(seq) || loss >= this.losses[0]);
    const winners = (!end.why && review.winners) || [];
    const lastTurns = moments.turns.slice(-2);
    /** @param {Judged} answer  those who won in the turn after it */
    const winnersAfter = ({ seq, seat }) =>
      winners.includes(seat) || seq < lastTurns[0] || seq >= lastTurns[1] ? [] : winners;
    const comparisons = await Promise.all(
      answers.map((answer) => this.compare(answer, winnersAfter(answer))),
    );
    const turned = turn?.answer && comparisons.find(({ judged }) => judged === turn.answer);
    this.showVerdict(turn, turned);
    emit("turned", turn?.answer ? turn.seq + 1 : 0);
    find("review-moments").replaceChildren(
      ...comparisons.map((comparison) => this.moment(comparison, comparison === turned)),
    );
    emit("compared", comparisons);
  }

  /**
   * Draws the chances with the names at their lines and the signs of the answers that gave much away.
   * @param {Series[]} series @param {MatchReview} review
   */
  showCourse(series, { answers, head }) {
    const signs = new Map(
      gravest(answers, this.losses, head).map(({ seq, seat, mark }) => [`${seq} ${seat}`, mark.sign]),
    );
    /** @param {{seat: number}} series @param {number} seq */
    const signOf = ({ seat }, seq) => signs.get(`${seq} ${seat}`);
    const label = t("Chances of winning before every answer; the turning points are marked");
    find("review-course").firstElementChild.replaceChildren(
      course(series, head, label, { go: this.go, titleOf: (seq) => this.titleOf(seq), signOf }),
    );
    find("review-course").hidden = false;
  }

  /**
   * Says in a sentence where the match turned and why there, with a button that shows it.
   * @param {TurningPoint | undefined} turn @param {Comparison | undefined} turned
   */
  showVerdict(turn, turned) {
    const onclick = turn && (() => this.showMoment(turn.seq));
    find("review-verdict").replaceChildren(
      h("h3", {}, t("Where did it turn?")),
      h("p", {}, this.verdict(turn)),
      turned ? h("p", { class: "answer" }, turned.sentence) : "",
      onclick ? h("button", { type: "button", onclick }, t("Show it")) : "",
    );
    find("review-verdict").hidden = false;
    find("review-about").hidden = true;
  }

  /** @param {TurningPoint | undefined} turn */
  verdict(turn) {
    if (!turn) return t("No single answer cost or won much: the chances moved in small steps, or by luck.");
    const { kind, seq, seat, from, to } = turn;
    return say(VERDICTS[kind], {
      moment: this.titleOf(seq),
      who: this.players[seat],
      before: percent(from),
      after: percent(to),
    });
  }

  /**
   * Shows a moment on the board and its answer in the list, both in sight where the window has room for both.
   * @param {number} seq
   */
  showMoment(seq) {
    this.go(seq);
    for (const each of find("review-moments").children)
      each.toggleAttribute("aria-current", each.dataset.moment === String(seq));
    afterRedraw(() => {
      this.scrollToMoment();
      scrollToBoard();
    });
  }

  /** Scrolls to the moment in the list that was shown last. Returns whether there is one. */
  scrollToMoment() {
    const moment = query("[aria-current]", find("review-moments"));
    moment?.scrollIntoView({ block: "start" });
    return Boolean(moment);
  }

  /** The round and the turn of a fact. @param {number} seq */
  titleOf(seq) {
    const scene = /** @type {Replay} */ (this.replay).at(seq);
    return this.boards.heading({ ...scene, players: this.players }, this.words); // bots in the language of the page
  }

  /** The play of a seat as a row, whose first cell explains its line of the chances. @param {Performance} seat */
  performance({ seat, answers, accuracy, slips, mistakes, blunders, luck }) {
    const counts = [Math.round(accuracy), slips, mistakes, blunders, this.points(luck)];
    return h(
      "tr",
      { class: `seat-${seat}`, title: t("{count} answers are judged.", { count: answers }) },
      h(
        "th",
        { scope: "row" },
        h("i", { class: seat % 2 ? "odd" : "", "aria-hidden": "true" }),
        this.players[seat],
      ),
      counts.map((count) => h("td", {}, String(count))),
    );
  }

  /**
   * Compares an answer with the better one, under its turn and the card that it was for. `winners` won in the next turn.
   * @param {Judged} judged @param {number[]} winners
   */
  async compare(judged, winners) {
    const { seq, seat, about, luck } = judged;
    const turn = this.titleOf(seq);
    const card = about && this.words.names[about];
    const change = this.points(luck[seat] ?? 0);
    const label = await this.labelsAt(seq);
    const title = !card || turn.includes(card) ? turn : `${turn} · ${card}`;
    return compare(judged, {
      ...{ title, card: card || undefined, who: this.players[seat], losses: this.losses, percent },
      winners: winners.map((winner) => this.players[winner]).join(", "),
      luck: change === this.points(0) ? "" : change,
      label,
      isThing: (pick) => pick in this.words.names || label(pick) === pick,
    });
  }

  /**
   * A turning point: its title with its mark, the answer and a better one in words, and buttons that show both.
   * @param {Comparison} comparison @param {boolean} isGreatest
   */
  moment({ judged, mark, title, sentence }, isGreatest) {
    const { seq, line, luck } = judged;
    const buttons = [
      h("button", { type: "button", class: "quiet", onclick: () => this.showMoment(seq) }, t("Show it")),
      line.length > 0 &&
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => this.play(judged) },
          t("Play the better line"),
        ),
    ];
    return h(
      "li",
      { class: isGreatest ? "greatest" : undefined, "data-moment": seq },
      h(
        "h3",
        {},
        title,
        mark
          ? h("b", { class: mark.kind ? "grave" : "", title: mark.name }, mark.sign)
          : luck.length > 0 && h("b", { class: "luck" }, t("Luck")),
      ),
      h("p", {}, sentence),
      h("div", { class: "buttons" }, buttons),
    );
  }

  /** Plays a better line. @param {Judged} judged */
  async play(judged) {
    find("review-trouble").textContent = "";
    try {
      await this.line.open(judged);
    } catch (problem) {
      find("review-trouble").textContent = refusal(problem);
    }
  }

  /** Returns the function that labels the picks of the question at a moment. @param {number} seq */
  async labelsAt(seq) {
    const { lang } = document.documentElement;
    const how = { viewer: this.viewer() };
    const question = this.recorded
      ? await get(`/api/v1/matches/${this.match}/facts/${seq}/options?lang=${lang}`, how)
      : await get(`/m/${this.match}/question/${seq}?lang=${lang}`, how);
    /** @type {Option[]} */
    const options = question.choices ?? question.options;
    const labels = new Map(options.map(({ pick, label }) => [pick, label]));
    const scene = /** @type {Replay} */ (this.replay).at(seq);
    return (/** @type {string} */ pick) =>
      this.boards.stays(scene, pick)
        ? t("Stay on {space}", { space: subject(pick) })
        : (labels.get(pick) ?? pick);
  }

  /** A change of chances, with its sign if it is large enough. @param {number} change */
  points(change) {
    const { lang } = document.documentElement;
    return change.toLocaleString(lang, { style: "percent", signDisplay: "exceptZero" }).replace("-", "−");
  }
}

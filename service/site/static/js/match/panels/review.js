/** The review of a match: the course of the chances, the losses of players, and better lines. */

import { get, refusal } from "../../lib/api.js";
import { percent } from "../../lib/charts.js";
import { find, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lines } from "../../lib/stream.js";
import { ChancesStrip } from "./chances-strip.js";
import { VariationBoard } from "./variation-board.js";

export class Review {
  /**
   * `players` are the names at the table; `viewer()` sees everything; `go(seq)` shows a moment. `boards` draws the game
   * of `page`.
   */
  constructor(boards, page, { players, viewer, go }) {
    this.match = page.match;
    this.players = players;
    this.viewer = viewer;
    this.go = go;
    this.mistake = page.losses[1];
    this.recorded = page.recorded;
    this.strip = new ChancesStrip({ losses: page.losses, go });
    this.line = new VariationBoard(boards, page, { players, viewer });
    find("review-form").addEventListener("submit", (event) => {
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
      await this.show(await this.fetchReview());
    } catch (problem) {
      this.strip.close();
      if (problem.name !== "AbortError") find("review-trouble").textContent = refusal(problem);
    } finally {
      this.running = undefined;
      button.textContent = label;
      find("review-progress").hidden = true;
    }
    return undefined;
  }

  async fetchReview() {
    const query = new URLSearchParams({ bots: find("review-level").value });
    let review;
    for await (const line of lines(`/api/v1/matches/${this.match}/review?${query}`, {
      viewer: this.viewer(),
      signal: this.running?.signal,
    })) {
      if (line.type === "progress") find("review-progress").value = line.played / line.of;
      else if (line.type === "failed") throw new Error(line.detail);
      else review = line;
    }
    return review;
  }

  async show(review) {
    const turning = new Set(review.turning);
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
    this.strip.show(series, review.answers, 1, review.head);
    find("review-band").hidden = false;
    find("review-players").replaceChildren(
      ...review.seats.map((seat) => h("li", {}, this.performance(seat))),
    );
    const answers = review.answers.filter(({ seq, loss }) => turning.has(seq) || loss >= this.mistake);
    find("review-moments").replaceChildren(
      ...(await Promise.all(answers.map(async (answer) => h("li", {}, await this.moment(answer))))),
    );
  }

  performance({ seat, answers, accuracy, slips, mistakes, blunders, luck }) {
    return t(
      "{who}: accuracy {accuracy} in {answers} answers; slips: {slips}, mistakes: {mistakes}, blunders: {blunders}; luck: {luck}",
      {
        who: this.players[seat],
        accuracy: Math.round(accuracy),
        answers,
        slips,
        mistakes,
        blunders,
        luck: this.points(luck),
      },
    );
  }

  /** The loss of an answer in words, and a button that shows the moment on the board. */
  async moment(judged) {
    const { seq, seat, picks, loss, line, luck } = judged;
    const [low, high] = judged.loss_interval;
    const label = await this.labels(seq);
    const labels = (picks) => picks.map(label).join(", ") || t("Nothing");
    const sentences = [t("{who} chose: {given}.", { who: this.players[seat], given: labels(picks) })];
    if (line.length)
      sentences.push(
        t("Better: {better} (chances given away: {loss}, between {low} and {high}).", {
          better: labels(line[0].picks),
          loss: percent(loss),
          low: percent(low),
          high: percent(high),
        }),
      );
    if (luck.length)
      sentences.push(t("Then luck changed the chances: {luck}.", { luck: this.points(luck[seat]) }));
    return [
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.go(seq) },
        t("after fact {seq}", { seq }),
      ),
      ` ${sentences.join(" ")} `,
      line.length &&
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => this.play(judged) },
          t("Show it on the board"),
        ),
    ].filter(Boolean);
  }

  /** Plays a better line. */
  async play(judged) {
    find("review-trouble").textContent = "";
    try {
      await this.line.open(judged);
    } catch (problem) {
      find("review-trouble").textContent = refusal(problem);
    }
  }

  /** Returns the function that labels a pick, as the question at that moment does. */
  async labels(seq) {
    const { lang } = document.documentElement;
    const how = { viewer: this.viewer() };
    const choices = this.recorded
      ? (await get(`/api/v1/matches/${this.match}/facts/${seq}/options?lang=${lang}`, how)).choices
      : (await get(`/m/${this.match}/question/${seq}?lang=${lang}`, how)).options;
    const labels = new Map(choices.map(({ pick, label }) => [pick, label]));
    return (pick) => labels.get(pick) ?? pick;
  }

  /** A change of chances, with its sign if it is large enough. */
  points(change) {
    const { lang } = document.documentElement;
    return change.toLocaleString(lang, { style: "percent", signDisplay: "exceptZero" });
  }
}

/** The course of the chances: bots play on from several moments of a match, and their wins are counted. */

/** @import { Asked, ChoiceList, Continuation, Estimate, ReckonedScene, WhatIf } from "../contract.d.ts" */
/** @import { Moments } from "./moments.js" */
/** @import { Replay } from "./replay.js" */

import { get } from "../lib/api.js";
import { course, legend, percent } from "../lib/charts.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { lines } from "../lib/stream.js";

/** @typedef {{replay: Replay, moments: Moments}} MatchReplay  a match and its moments */

export class Timeline {
  /**
   * `positions` has the replay and its moments; `heading(scene)` names a round and turn; `go(seq)` shows a moment;
   * `trouble(doing)` runs an action and shows its error.
   * @param {(id: string) => any} find
   * @param {{match: string, players: string[], viewer: () => string, recorded: boolean, positions?: MatchReplay, heading: (scene: ReckonedScene) => string, go: (seq: number) => void, trouble: (doing: () => Promise<void>) => void}} options
   */
  constructor(find, { match, players, viewer, recorded, positions, heading, go, trouble }) {
    this.find = find;
    this.match = match;
    this.players = players;
    this.viewer = viewer;
    this.recorded = recorded;
    this.positions = /** @type {MatchReplay} */ (positions); // before it is used, at the latest
    this.heading = heading;
    this.go = go;
    this.trouble = trouble;
    this.on("course-form", "chart", () => this.along());
  }

  /** @param {string} form @param {string} button @param {() => Promise<void>} doing */
  on(form, button, doing) {
    this.find(form).addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.trouble(() => this.alone(this.find(button), doing));
    });
  }

  /**
   * Does one thing at a time; its button stops it meanwhile.
   * @param {HTMLElement} button @param {() => Promise<void>} doing
   */
  async alone(button, doing) {
    if (this.running) return this.running.abort();
    this.running = new AbortController();
    const label = button.textContent;
    button.textContent = t("Stop");
    try {
      await doing();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      this.running = undefined;
      button.textContent = label;
    }
    return undefined;
  }

  /** Plays on from several answers of the match, and draws how the chances went. */
  async along() {
    const replay = this.positions.replay;
    const count = Math.min(12, Number(this.find("moments").value));
    /** @type {{seq: number, matches: number, chances: Continuation["chances"]}[]} */
    const points = [];
    const moments = await this.moments(count);
    if (!moments.length) throw new Error(t("There is no question there, or no answer to it."));
    /** @param {number} seq */
    const titleOf = (seq) => this.heading(replay.at(seq));
    const progress = this.find("course-progress");
    for (const [n, { seq, instead }] of moments.entries()) {
      const result = await this.play(
        seq,
        [instead],
        this.find("course-matches").value,
        progress,
        n / moments.length,
        1 / moments.length,
      );
      points.push({
        seq,
        matches: result.matches,
        chances: result.continuations.find(({ given }) => given)?.chances ?? [],
      });
      const series = this.players.map((name, seat) => ({
        name,
        seat,
        points: points.map((point) => ({ seq: point.seq, ...point.chances[seat].share })),
      }));
      const list = points.map((point) =>
        h(
          "li",
          {},
          h("b", {}, this.shower(point.seq, titleOf(point.seq))),
          h(
            "ul",
            {},
            point.chances.map(({ seat, share }) => h("li", {}, this.share(seat, share, point.matches))),
          ),
        ),
      );
      this.find("course").replaceChildren(
        legend(this.players),
        course(series, replay.last, t("Chances of winning after several facts, with 95 % bands"), {
          go: this.go,
          titleOf,
        }),
        this.numbers(list),
      );
    }
    progress.value = 1;
  }

  /** Finds up to `count` moments with another possible answer, as far apart as possible. @param {number} count */
  async moments(count) {
    const replay = this.positions.replay;
    const answered = this.positions.moments.plies.slice(1).map((seq) => seq - 1);
    const open = answered.filter((seq) => {
      const { question } = replay.at(seq);
      return question?.most === 1 && ((question.options ?? []).length > 1 || this.isOfHand(question));
    });
    /** @type {{seq: number, instead: string}[]} */
    const moments = [];
    for (let n = 0; n < count && open.length; n++) {
      const seq = open[Math.round((n * (open.length - 1)) / Math.max(1, count - 1))];
      if (moments.some((each) => each.seq === seq)) continue;
      const { items } = await get(`/api/v1/matches/${this.match}/facts?after=${seq}&limit=1`, {
        viewer: this.viewer(),
      });
      const answer = items[0]?.event.picks;
      const question = /** @type {Asked} */ (replay.at(seq).question);
      const options = this.isOfHand(question)
        ? (await this.possible(seq)).map(({ pick }) => pick)
        : (question.options ?? []);
      const instead = options.find((pick) => pick !== answer?.[0]);
      if (answer && instead) moments.push({ seq, instead });
    }
    return moments;
  }

  /** Whether the answers to a question depend on a hand that the table does not see. @param {Asked} question */
  isOfHand(question) {
    return this.recorded && question.sight === "hand";
  }

  /**
   * The answers after a fact that some hand allows, with their labels.
   * @param {number} seq @returns {Promise<ChoiceList["choices"]>}
   */
  async possible(seq) {
    const path = `/api/v1/matches/${this.match}/facts/${seq}/options?lang=${document.documentElement.lang}`;
    /** @type {ChoiceList} */
    const { choices } = await get(path, { viewer: this.viewer() });
    return choices.filter(({ possible }) => possible);
  }

  /**
   * Returns the result of the playouts, and updates the progress from `base` on by `part` of the whole.
   * @param {number} seq @param {string[]} instead @param {string} matches
   * @param {HTMLProgressElement} progress @param {number} [base] @param {number} [part]
   * @returns {Promise<WhatIf>}
   */
  async play(seq, instead, matches, progress, base = 0, part = 1) {
    const query = new URLSearchParams({ matches, bots: this.find("bots").value });
    for (const pick of instead) query.append("instead", pick);
    let result;
    for await (const message of lines(`/api/v1/matches/${this.match}/facts/${seq}/whatif?${query}`, {
      viewer: this.viewer(),
      signal: this.running?.signal,
    })) {
      if (message.type === "progress") progress.value = base + (part * message.played) / message.of;
      else if (message.type === "failed") throw new Error(message.detail);
      else result = message; // and read on to the end: only then may the next one begin
    }
    if (!result) throw new Error(t("There is no question there, or no answer to it."));
    return result;
  }

  /** @param {number} seat @param {Estimate} estimate @param {number} matches */
  share(seat, { value, low, high }, matches) {
    return t("{who}: {share} of {matches} matches ({low} to {high})", {
      who: this.players[seat],
      share: percent(value),
      low: percent(low),
      high: percent(high),
      matches,
    });
  }

  /** A button that shows a moment. @param {number} seq @param {string} title */
  shower(seq, title) {
    const show = () => this.go(seq);
    return h("button", { type: "button", class: "quiet", "data-seq": seq, onclick: show }, title);
  }

  /** The numbers of a chart, for screen readers and exact values. @param {Element[]} list */
  numbers(list) {
    return h("details", {}, h("summary", {}, t("In numbers")), h("ul", { class: "numbers" }, list));
  }
}

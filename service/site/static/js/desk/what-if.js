/** What if: bots play on from one moment, after the given answer and after others. */

/** @import { Positions } from "./positions.js" */
/** @import { Words } from "../pages.d.ts" */
/** @import { Asked } from "../contract.d.ts" */

import { get } from "../lib/api.js";
import { bars } from "../lib/charts.js";
import { Timeline } from "../replay/timeline.js";
import { h } from "../lib/dom.js";
import { say, t } from "../lib/i18n.js";

/** @typedef {ConstructorParameters<typeof Timeline>[1] & {words: Words}} How */

export class WhatIf extends Timeline {
  /**
   * `positions` has the match, and on its left the moment to play on from; `go(seq)` shows a moment.
   * @param {(id: string) => any} find @param {How} how
   */
  constructor(find, how) {
    super(find, how);
    this.words = how.words;
    /** @type {Map<string, string | null>} */
    this.labels = new Map();
    this.on("whatif", "wonder", () => this.wonder());
  }

  get seq() {
    return /** @type {Positions} */ (this.positions).seqs.left;
  }

  /** Offers the other possible answers at the moment on the left. */
  async offer() {
    const seq = this.seq;
    const { question } = this.positions.replay.at(seq);
    const choices = question?.most === 1 ? await this.choices(question, seq) : [];
    if (seq !== this.seq) return;
    this.labels = new Map(choices.map(({ pick, label }) => [pick, label]));
    /** @param {string} pick */
    const option = (pick) => h("option", { value: pick }, this.label(pick));
    this.find("instead").replaceChildren(
      h("option", { value: "" }, t("every other answer")),
      ...choices.map(({ pick }) => option(pick)),
    );
  }

  /**
   * The answers to a question with one pick, with their labels.
   * @param {Asked} question @param {number} seq @returns {Promise<{pick: string, label: string | null}[]>}
   */
  async choices(question, seq) {
    if (this.isOfHand(question)) return this.possible(seq);
    if (!question.options?.length) return [];
    const { lang } = document.documentElement;
    const how = { viewer: this.viewer() };
    return (await get(`/m/${this.match}/question/${seq}?lang=${lang}`, how)).options;
  }

  /** Plays on from the moment on the left. */
  async wonder() {
    const instead = this.find("instead").value;
    const result = await this.play(
      this.seq,
      instead ? [instead] : [],
      this.find("whatif-matches").value,
      this.find("progress"),
    );
    const groups = result.continuations.map(({ picks, given, chances }) => ({
      title: this.answer(picks, given),
      given,
      rows: chances.map(({ seat, share }) => ({ name: this.players[seat], seat, share })),
    }));
    const list = result.continuations.map(({ picks, given, chances }) =>
      h(
        "li",
        {},
        h("b", {}, this.answer(picks, given)),
        h(
          "ul",
          {},
          chances.map(({ seat, share }) => h("li", {}, this.share(seat, share, result.matches))),
        ),
      ),
    );
    this.find("chances").replaceChildren(
      bars(groups, t("Chances of winning, with 95 % intervals")),
      this.numbers(list),
    );
  }

  /** @param {string} pick */
  label(pick) {
    return this.labels.get(pick) ?? this.words.names[pick] ?? pick;
  }

  /** @param {string[]} picks @param {boolean} given */
  answer(picks, given) {
    const labels = picks.map((pick) => this.label(pick)).join(", ") || t("Nothing");
    return say(given ? t("as answered: {picks}") : t("instead: {picks}"), { picks: labels });
  }
}

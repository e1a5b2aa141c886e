/** What the page explains about a moment: why a fact happened, why a choice is impossible, and what else was possible. */

/** @import { Line } from "../contract.d.ts" */
/** @import { MatchData } from "../pages.d.ts" */
/** @import { About } from "../replay/view.js" */
/** @import { Eyes } from "./address.js" */
/** @import { LiveReplay } from "./live-replay.js" */

import { find } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Popover } from "../boards/popover.js";
import { Why } from "../replay/why.js";
import { Reasons } from "./answer/reasons.js";
import { emit } from "./events.js";

export class Explanations {
  /** @type {((seq: number) => void) | null} Opens a case about a fact, if the page has a form for that. */
  dispute = find("dispute-form") && ((seq) => emit("disputed", seq));

  /**
   * `moment()` is the fact on the board, `go(seq)` shows another one, `textOf(seq)` is the sentence of a fact, `titleOf(seq)` its round and turn.
   * @param {{page: MatchData, eyes: Eyes, live: LiveReplay, moment: () => number, go: (seq: number) => void,
   *   textOf: (seq: number) => string, titleOf: (seq: number) => string}} options
   */
  constructor({ page: { match, game, words }, eyes, live, moment, go, textOf, titleOf }) {
    this.eyes = eyes;
    this.live = live;
    this.moment = moment;
    this.go = go;
    this.titleOf = titleOf;
    const viewer = () => eyes.viewer;
    this.reasons = new Reasons({ match, viewer });
    this.why = new Why(find("why"), {
      ...{ match, game, viewer, words, go, textOf, dispute: this.dispute },
      callers: t("Only the players of a match call a judge."),
      alternatives: (seq, back) => this.showAlternatives(live.moments.answered(seq), back),
    });
    this.popover = new Popover({ why: (subject) => this.explain(subject) });
  }

  /**
   * Explains a fact, one of the `effects` of its act, or the thing of that name at the moment on the board.
   * @param {string | number} subject @param {Line[]} [effects]
   */
  explain(subject, effects) {
    const isFact = typeof subject === "number";
    return isFact ? this.why.of(subject, "", effects) : this.why.of(this.moment(), subject);
  }

  /**
   * Shows what else was possible after fact `seq`, or at the question nearest to it. `back()` returns to the causes.
   * @param {number} seq @param {() => void} [back]
   */
  showAlternatives(seq, back) {
    const before = this.moment();
    const choice = this.live.moments.nearestChoice(seq);
    const everything = find("viewer").querySelector("[value=everything]"); // once the match is over, all may see all choices
    const viewer = everything.disabled ? this.eyes.viewer : "everything";
    if (choice !== before) this.go(choice);
    const goBack = () => {
      this.go(before);
      back?.();
    };
    return this.why.options(choice, {
      ...{ elsewhere: choice !== seq, viewer, moment: this.titleOf(choice) },
      back: back && goBack,
    });
  }

  /** Shows why the open question has no other choices. */
  showRefusals() {
    return this.why.options(this.moment(), { title: t("Why is nothing else possible?") });
  }

  /**
   * Describes a thing on the board beside it, with the reason against it if the viewer has a choice there.
   * @param {Element} anchor @param {About} about @param {string | undefined} how @param {boolean} hasChoice
   */
  describe(anchor, about, how, hasChoice) {
    const reason = hasChoice && about.thing ? this.reasons.against(about.thing, this.moment()) : undefined;
    this.popover.show(anchor, about, how, reason);
  }
}

/** The choice of what a story shows: every fact, a line for each act, or the acts that change the score. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const CHOICES = { acts: t("Acts"), facts: t("All facts"), scores: t("Score changes") };

export class StoryFilter {
  /**
   * Puts the choice before the story `root`, and calls `onChange` after it changes. Games without rounds have no scores to choose.
   * @param {HTMLElement} root @param {boolean} hasScores @param {() => void} onChange
   */
  constructor(root, hasScores, onChange) {
    this.root = root;
    root.dataset.shows = this.name = "acts";
    const choices = Object.entries(CHOICES)
      .filter(([value]) => hasScores || value !== "scores")
      .map(([value, label]) => this.choice(value, label, onChange));
    root.before(h("div", { class: "story-filter", role: "group", "aria-label": t("In the story") }, choices));
  }

  /** Whether all acts are unfolded. */
  get unfolds() {
    return this.name === "facts";
  }

  /** @param {string} value @param {string} label @param {() => void} onChange */
  choice(value, label, onChange) {
    /** @param {{currentTarget: HTMLElement}} event */
    const choose = ({ currentTarget }) => {
      this.name = this.root.dataset.shows = value;
      for (const button of currentTarget.parentElement?.children ?? [])
        button.ariaPressed = String(button === currentTarget);
      onChange();
    };
    const pressed = String(value === this.name);
    return h("button", { type: "button", class: "quiet", "aria-pressed": pressed, onclick: choose }, label);
  }
}

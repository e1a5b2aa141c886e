/** An answer to the next question, chosen before it is asked. This page alone holds it until it is sent. */

import { query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { matchPick } from "./typed-answer.js";

/**
 * Returns the one of `options` (pick → label) that `text` matches completely, for questions with one pick.
 * @param {string} text @param {Map<string, string>} options @param {{most: number}} question
 */
export function certain(text, options, { most }) {
  const picks = matchPick(text, options);
  return picks.length === 1 && most === 1 ? picks[0] : undefined;
}

export class Premove {
  /** The text of the premove, or nothing. */
  text = "";

  /**
   * `form` has a field, a button to withdraw, and an output. `dropped(sentence)` reports a dropped premove.
   * @param {HTMLFormElement} form @param {{dropped: (sentence: string) => void}} options
   */
  constructor(form, { dropped }) {
    this.form = form;
    this.field = query("input", form);
    this.back = query("[type=button]", form);
    this.dropped = dropped;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.hold(this.field.value.trim());
    });
    this.back.addEventListener("click", () => {
      this.hold("");
      this.field.focus({ preventScroll: true });
    });
  }

  /** @param {string} text */
  hold(text) {
    this.text = text;
    this.field.value = "";
    this.field.hidden = text !== "";
    this.back.hidden = text === "";
    query("output", this.form).textContent = text && t("When it is your move: {text}", { text });
    if (text) this.back.focus({ preventScroll: true });
  }

  /**
   * Shows the form while others are asked, or something is held; nothing is held once the match has `ended`.
   * @param {boolean} waits @param {boolean} ended
   */
  show(waits, ended) {
    if (ended && this.text) this.hold("");
    this.form.hidden = !waits && !this.text;
  }

  /**
   * Returns the pick to send for `question` with `options`. Drops and reports a premove that is not offered.
   * @param {Map<string, string>} options @param {{most: number}} question
   */
  take(options, question) {
    const { text } = this;
    if (!text) return undefined;
    const pick = certain(text, options, question);
    this.hold("");
    this.form.hidden = true;
    if (!pick) this.dropped(t("“{text}” was not possible when your turn came; nothing was sent.", { text }));
    return pick;
  }
}

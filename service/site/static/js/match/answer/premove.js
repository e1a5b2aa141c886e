/** An answer to the next question, chosen before it is asked. This page alone holds it until it is sent. */

import { t } from "../../lib/i18n.js";
import { matchPick } from "./typed-answer.js";

/** Returns the one of `options` (pick → label) that `text` matches completely, for questions with one pick. */
export function certain(text, options, { most }) {
  const picks = matchPick(text, options);
  return picks.length === 1 && most === 1 ? picks[0] : undefined;
}

export class Premove {
  /** The text of the premove, or nothing. */
  text = "";

  /** `form` has a field, a button to withdraw, and an output. `dropped(sentence)` reports a dropped premove. */
  constructor(form, { dropped }) {
    this.form = form;
    this.field = form.querySelector("input");
    this.back = form.querySelector("[type=button]");
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

  hold(text) {
    this.text = text;
    this.field.value = "";
    this.field.hidden = text !== "";
    this.back.hidden = text === "";
    this.form.querySelector("output").textContent = text && t("When it is your move: {text}", { text });
    if (text) this.back.focus({ preventScroll: true });
  }

  /** Shows the form while others are asked, or something is held; nothing is held once the match has `ended`. */
  show(waits, ended) {
    if (ended && this.text) this.hold("");
    this.form.hidden = !waits && !this.text;
  }

  /** Returns the pick to send for `question` with `options`. Drops and reports a premove that is not offered. */
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

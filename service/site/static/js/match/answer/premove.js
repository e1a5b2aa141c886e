/** An answer to the next question, chosen before it is asked. This page alone holds it until it is sent. */

import { t } from "../../lib/i18n.js";
import { named } from "./typed-answer.js";

/** Returns the one of `options` (pick → label) that `text` names whole, where a question takes one pick, at `most`. */
export function certain(text, options, { most }) {
  const found = named(text, options);
  return found.length === 1 && most === 1 ? found[0] : undefined;
}

export class Premove {
  /** What is to be answered, in the words of who chose it; nothing while nothing is held. */
  held = "";

  /** `form` has a field, a button that takes back, and an output; `dropped(sentence)` tells what was. */
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
    this.held = text;
    this.field.value = "";
    this.field.hidden = text !== "";
    this.back.hidden = text === "";
    this.form.querySelector("output").textContent = text && t("When you are asked: {text}", { text });
    if (text) this.back.focus({ preventScroll: true });
  }

  /** Shows the form while others are asked, or something is held; nothing is held once the match has `ended`. */
  show(waits, ended) {
    if (ended && this.held) this.hold("");
    this.form.hidden = !waits && !this.held;
  }

  /** Returns the pick to send, now that `question` is asked with `options`; what is not offered is dropped, and told. */
  take(options, question) {
    const { held: text } = this;
    if (!text) return undefined;
    const pick = certain(text, options, question);
    this.hold("");
    this.form.hidden = true;
    if (!pick) this.dropped(t("“{text}” was not sent: no such answer was offered.", { text }));
    return pick;
  }
}

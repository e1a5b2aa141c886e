/** Options by keyboard: `d4`, `attack ari`, or the beginning of a button's label. */

import { query, within } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @param {string} text */
const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replaceAll("’", "'")
    .replace(/[:\s]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * The picks of `options` (pick → label) that are called something that `fits`.
 * @param {Map<string, string>} options @param {(name: string) => boolean} fits
 */
const optionsWith = (options, fits) =>
  [...options]
    .filter(([pick, label]) => [pick, pick.slice(pick.indexOf(":") + 1), label].map(plain).some(fits))
    .map(([pick]) => pick);

/** The picks of `options` that `text` names whole. @param {string} text @param {Map<string, string>} options */
export function matchPick(text, options) {
  const input = plain(text);
  return input ? optionsWith(options, (name) => name === input) : [];
}

/**
 * The picks of `options` that `text` may mean: those it names whole, or else those it begins.
 * @param {string} text @param {Map<string, string>} options
 */
export function matchOption(text, options) {
  const input = plain(text);
  if (!input) return [];
  const whole = matchPick(text, options);
  return whole.length
    ? whole
    : optionsWith(options, (name) => name.startsWith(input) || name.includes(` ${input}`));
}

export class TypedAnswer {
  /**
   * `open()` returns the options (pick → label), or nothing without a question; `pick` chooses one; `away()` moves the focus.
   * `button` shows the field, as the first letter does.
   * @param {HTMLFormElement} form @param {HTMLButtonElement} button
   * @param {{open: () => Map<string, string> | undefined, pick: (pick: string) => void, away: () => void}} options
   */
  constructor(form, button, { open, pick, away }) {
    this.form = form;
    this.button = button;
    this.open = open;
    this.pick = pick;
    this.away = away;
    this.field = query("input", form);
    this.hint = query("output", form);
    for (const eventName of ["focus", "blur"])
      this.field.addEventListener(eventName, () =>
        document.body.classList.toggle("types", eventName === "focus"),
      );
    this.field.addEventListener("blur", () => this.field.value || this.fold(true));
    button.addEventListener("click", () => this.unfold());
    this.field.addEventListener("input", () => this.showHint(this.match()));
    form.addEventListener("submit", (event) => this.enter(event));
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
    // Typing works wherever the focus is: the first letter opens the field.
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[\p{L}\p{N}]$/u.test(event.key)) return;
      if (!this.open() || within(event, "input, select, textarea, dialog, [popover], #pane-cases")) return;
      event.stopImmediatePropagation();
      this.unfold();
    });
  }

  /** Offers the field while there is something to type for. */
  show() {
    const idle = !this.open();
    if (idle) this.leave();
    this.button.hidden = idle || !this.form.hidden;
  }

  unfold() {
    this.fold(false);
    this.field.focus({ preventScroll: true });
  }

  /** @param {boolean} folded */
  fold(folded) {
    this.form.hidden = folded;
    this.button.hidden = !folded || !this.open();
  }

  /** Empties the field and folds it; the focus goes to the question. */
  leave() {
    this.clear();
    if (this.form.contains(document.activeElement)) this.away();
    this.fold(true);
  }

  match() {
    return matchOption(this.field.value, this.open() ?? new Map());
  }

  /** @param {Event} event */
  enter(event) {
    event.preventDefault();
    const match = this.match();
    if (match.length !== 1) return this.showHint(match, true);
    this.leave();
    this.pick(match[0]);
  }

  /**
   * Shows the matches of the text. Shows that there are none only after Enter, or if no text could follow.
   * @param {string[]} match @param {boolean} [entered]
   */
  showHint(match, entered = false) {
    const options = this.open() ?? new Map();
    this.hint.textContent = match.length
      ? match
          .slice(0, 4)
          .map((pick) => options.get(pick))
          .join(" · ")
      : entered || this.field.value
        ? t("No choice has this name.")
        : "";
  }

  clear() {
    this.field.value = this.hint.textContent = "";
  }
}

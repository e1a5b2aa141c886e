/** Options that are typed: `d4`, `attack ari`, or the beginning of what a button says. */

import { within } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

const plain = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[:\s]+/g, " ")
    .trim()
    .toLowerCase();

/** The picks of `options` (pick → label) that are called something that `fits`. */
const called = (options, fits) =>
  [...options]
    .filter(([pick, label]) => [pick, pick.slice(pick.indexOf(":") + 1), label].map(plain).some(fits))
    .map(([pick]) => pick);

/** The picks of `options` that `text` names whole. */
export function named(text, options) {
  const wanted = plain(text);
  return wanted ? called(options, (name) => name === wanted) : [];
}

/** The picks of `options` that `text` may mean: those it names whole, or else those it begins. */
export function meant(text, options) {
  const wanted = plain(text);
  if (!wanted) return [];
  const whole = named(text, options);
  return whole.length
    ? whole
    : called(options, (name) => name.startsWith(wanted) || name.includes(` ${wanted}`));
}

export class TypedAnswer {
  /** `open()` returns the options (pick → label), or nothing while nobody is asked here; `pick` takes one of them; `away()` moves the focus. */
  constructor(form, { open, pick, away }) {
    this.form = form;
    this.open = open;
    this.pick = pick;
    this.away = away;
    this.field = form.querySelector("input");
    this.hint = form.querySelector("output");
    for (const way of ["focus", "blur"])
      this.field.addEventListener(way, () => document.body.classList.toggle("types", way === "focus"));
    this.field.addEventListener("input", () => this.tell(this.found()));
    form.addEventListener("submit", (event) => this.enter(event));
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.clear());
    // Typing works wherever the focus is: the first letter opens the field.
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[\p{L}\p{N}]$/u.test(event.key)) return;
      if (!this.open() || within(event, "input, select, textarea, dialog, [popover]")) return;
      event.stopImmediatePropagation();
      this.field.focus({ preventScroll: true });
    });
  }

  /** Shows the field while there is something to type for. */
  show() {
    const idle = !this.open();
    if (idle && this.form.contains(document.activeElement)) this.away();
    this.form.classList.toggle("idle", idle);
  }

  found() {
    return meant(this.field.value, this.open() ?? new Map());
  }

  enter(event) {
    event.preventDefault();
    const found = this.found();
    if (found.length !== 1) return this.tell(found, true);
    this.clear();
    this.pick(found[0]);
  }

  /** Tells what the text may mean; that it means nothing only once it is entered, or nothing can follow it. */
  tell(found, entered = false) {
    const options = this.open() ?? new Map();
    this.hint.textContent = found.length
      ? found
          .slice(0, 4)
          .map((pick) => options.get(pick))
          .join(" · ")
      : entered || this.field.value
        ? t("Nothing that is offered is called so.")
        : "";
  }

  clear() {
    this.field.value = this.hint.textContent = "";
  }
}

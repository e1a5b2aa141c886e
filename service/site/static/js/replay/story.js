/** The story beside the board: a sentence a fact, by round and turn; a click goes to the moment. */

import { cited, isRule } from "../lib/citation.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{seq: number, text?: string, element: any}} Line  a line of the story; a heading has no text */

export class Story {
  /** @type {Line[]} In order. */
  lines = [];
  /** The last fact that has a line. */
  known = 0;
  /** The fact after which lines are hidden. */
  ending = Infinity;

  constructor(root, { go, why, words }) {
    this.root = root;
    this.go = go;
    this.why = why;
    this.words = words;
    this.clear();
    root.addEventListener("keydown", (event) => this.key(event));
    // The question above it grows and shrinks: the marked line stays in sight.
    new ResizeObserver(() => this.current && this.reveal(this.current)).observe(root);
  }

  /** Forgets all lines: other eyes see other ones. */
  clear() {
    this.root.replaceChildren();
    this.lines = [];
    this.known = 0;
    this.ending = Infinity;
  }

  /** Adds lines that are not there yet; `opens(seq)` tells what begins there: "round", "turn" or nothing. */
  add(lines, opens, heading) {
    const fresh = lines
      .filter(({ seq }) => seq > this.known)
      .flatMap((line) => {
        const begins = opens(line.seq);
        const title = begins && {
          seq: line.seq,
          element: h("li", { class: begins }, h("h3", {}, heading(line.seq))),
        };
        return [...(title ? [title] : []), { ...line, element: this.item(line) }];
      });
    for (const { seq, element } of fresh) element.hidden = seq > this.ending;
    this.root.append(...fresh.map(({ element }) => element));
    this.lines.push(...fresh);
    this.known = this.lines.at(-1)?.seq ?? 0;
  }

  item({ seq, text, rule }) {
    const link = h(
      "a",
      { href: `?seq=${seq}`, tabindex: -1, onclick: (event) => this.follow(event, seq) },
      text,
    );
    const cause = rule
      ? h(
          "button",
          {
            type: "button",
            class: "rule",
            tabindex: -1,
            title: t("Why?"),
            onclick: () => this.why(seq),
          },
          isRule(rule) ? rule : cited(rule, this.words),
        )
      : null;
    return h("li", { class: "line", "data-seq": seq }, link, cause);
  }

  follow(event, seq) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(seq);
  }

  /** The sentence of fact `seq`, or of the last one before it that has one. */
  at(seq) {
    return this.lines[this.place(seq)]?.text ?? "";
  }

  /** The lines of the facts after `from` up to `seq`. */
  between(from, seq) {
    return from < seq
      ? this.lines.slice(this.place(from) + 1, this.place(seq) + 1).filter(({ text }) => text)
      : [];
  }

  /** Up and down go from line to line, right and left to the rule beside one and back: the story is one stop for Tab. */
  key(event) {
    const line = event.target.closest(".line");
    const way = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!line || event.ctrlKey || !(way || event.key === "ArrowRight" || event.key === "ArrowLeft")) return;
    event.preventDefault();
    let to = line;
    if (way)
      do to = to[way];
      while (to && (to.hidden || !to.matches(".line")));
    to?.querySelector(event.key === "ArrowRight" ? ".rule" : "a")?.focus();
  }

  /** Where the last line up to fact `seq` is. */
  place(seq) {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lines[middle].seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Marks the line of fact `seq` and hides what comes later, if it should. For who wants no motion, the lines of all
   * that happened after fact `since` are marked: they are what others see moving.
   */
  show(seq, { hideLater, since = seq }) {
    this.end(hideLater ? seq : Infinity);
    if (noMotion.matches) this.recent(since, seq);
    const line = this.lines[this.place(seq)]?.element;
    if (line === this.current) return;
    this.current?.removeAttribute("aria-current");
    this.current?.firstChild.setAttribute("tabindex", "-1");
    this.current = line;
    line?.setAttribute("aria-current", "step");
    line?.firstChild.setAttribute("tabindex", "0");
    cancelAnimationFrame(this.following);
    this.following = line && requestAnimationFrame(() => this.reveal(line));
  }

  recent(from, seq) {
    for (const each of this.marked ?? []) each.classList.remove("recent");
    this.marked = this.between(from, seq).map(({ element }) => element);
    for (const each of this.marked) each.classList.add("recent");
  }

  /** Scrolls to a line; only just before it is painted, as asking where it is makes the browser lay out the page. */
  reveal(line) {
    const { offsetTop: top, offsetHeight: tall } = line;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop || top + tall > scrollTop + clientHeight)
      this.root.scrollTop = top - clientHeight / 2;
  }

  /** Hides what comes after fact `seq`: touches only what was not so before. */
  end(seq) {
    if (seq === this.ending) return;
    const [from, to] = [
      this.place(Math.min(seq, this.ending)) + 1,
      this.place(Math.max(seq, this.ending)) + 1,
    ];
    for (const { element } of this.lines.slice(from, to)) element.hidden = seq < this.ending;
    this.ending = seq;
  }
}

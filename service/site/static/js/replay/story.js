/** The story next to the board: a sentence for each fact, by round and turn. A click goes to the moment. */

import { cited, isRule } from "../lib/citation.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{seq: number, text?: string, element: any}} Line  a line of the story; a heading has no text */

export class Story {
  /** @type {Line[]} In order. */
  lines = [];
  /** The last fact that has a line. */
  lastSeq = 0;
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
    this.lastSeq = 0;
    this.ending = Infinity;
  }

  /** Adds new lines. `opens(seq)` returns the kind of heading there: "round", "turn" or nothing. */
  add(lines, opens, heading) {
    const newLines = lines
      .filter(({ seq }) => seq > this.lastSeq)
      .flatMap((line) => {
        const startKind = opens(line.seq);
        const title = startKind && {
          seq: line.seq,
          element: h("li", { class: startKind }, h("h3", {}, heading(line.seq))),
        };
        return [...(title ? [title] : []), { ...line, element: this.item(line) }];
      });
    for (const { seq, element } of newLines) element.hidden = seq > this.ending;
    this.root.append(...newLines.map(({ element }) => element));
    this.lines.push(...newLines);
    this.lastSeq = this.lines.at(-1)?.seq ?? 0;
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
    return this.lines[this.lineIndex(seq)]?.text ?? "";
  }

  /** The lines of the facts after `from` up to `seq`. */
  between(from, seq) {
    return from < seq
      ? this.lines.slice(this.lineIndex(from) + 1, this.lineIndex(seq) + 1).filter(({ text }) => text)
      : [];
  }

  /** Up and down move between lines, right and left between a line and its rule. The story is one stop for Tab. */
  key(event) {
    const line = event.target.closest(".line");
    const sibling = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
    if (!line || event.ctrlKey || !(sibling || event.key === "ArrowRight" || event.key === "ArrowLeft"))
      return;
    event.preventDefault();
    let to = line;
    if (sibling)
      do to = to[sibling];
      while (to && (to.hidden || !to.matches(".line")));
    to?.querySelector(event.key === "ArrowRight" ? ".rule" : "a")?.focus();
  }

  /** The index of the last line up to fact `seq`. */
  lineIndex(seq) {
    let [low, high] = [0, this.lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.lines[middle].seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Marks the line of fact `seq` and hides later lines if asked. With reduced motion, marks the lines of all facts after
   * `since`, which others see as motion.
   */
  show(seq, { hideLater, since = seq }) {
    this.end(hideLater ? seq : Infinity);
    if (noMotion.matches) this.recent(since, seq);
    const line = this.lines[this.lineIndex(seq)]?.element;
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

  /** Scrolls to a line just before the next paint, because measuring it forces a layout of the page. */
  reveal(line) {
    const { offsetTop: top, offsetHeight: tall } = line;
    const { scrollTop, clientHeight } = this.root;
    if (top < scrollTop || top + tall > scrollTop + clientHeight)
      this.root.scrollTop = top - clientHeight / 2;
  }

  /** Hides the lines after fact `seq`, and touches only lines that change. */
  end(seq) {
    if (seq === this.ending) return;
    const [from, to] = [
      this.lineIndex(Math.min(seq, this.ending)) + 1,
      this.lineIndex(Math.max(seq, this.ending)) + 1,
    ];
    for (const { element } of this.lines.slice(from, to)) element.hidden = seq < this.ending;
    this.ending = seq;
  }
}

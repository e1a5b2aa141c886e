/** The story next to the board: a line for each act, by round and turn; its facts unfold. A click goes to the moment. */

/** @import { Popover } from "../boards/popover.js" */
/** @import { Act, Line } from "../contract.d.ts" */
/** @import { Boards } from "../pages.d.ts" */
/** @import { Lexicon } from "./view.js" */

import { cited, isRule } from "../lib/citation.js";
import { ruleTitle } from "../lib/cite.js";
import { h, query, queryAll } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Mentions } from "./mentions.js";
import { StoryFilter } from "./story-filter.js";

const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @typedef {Act & {heading?: any, element: any}} DrawnAct  an act with its line, and the heading before that
 * @param {Element} element
 */

const isUnfolded = (element) => Boolean(element.querySelector("ol"));
/** @param {Act} act */
const unfolds = ({ lines }) => lines.length > 1 || lines.some(({ rule }) => rule);

export class Story {
  /** @type {DrawnAct[]} In order. */
  acts = [];
  /** The fact after which acts are hidden. */
  ending = Infinity;

  /**
   * `boards` draws signs of acts and explains cards that lines name; `view` has what it needs, and `popover` shows them.
   * @param {HTMLElement} root
   * `dispute(seq)` calls a judge about a fact, where the viewer may.
   * @param {{go: (seq: number) => void, why: (seq: number, effects?: Line[]) => void, dispute?: ((seq: number) => void) | null,
   *   boards: Boards, view: Lexicon, popover: Popover}} options
   */
  constructor(root, { go, why, dispute = null, boards, view, popover }) {
    this.root = root;
    this.go = go;
    this.why = why;
    this.dispute = dispute;
    this.words = view.words;
    this.sign = boards.actSign;
    this.mentions = new Mentions(view.words, (id) => boards.about(id, view), popover);
    this.filter = new StoryFilter(root, boards.roundPaths.length > 0, () => this.unfoldAll());
    this.clear();
    root.addEventListener("keydown", (event) => this.key(event));
    // The question above it grows and shrinks: the marked line stays in sight.
    new ResizeObserver(() => this.current && this.reveal(this.current)).observe(root);
  }

  /** Forgets all acts: other eyes see other ones. */
  clear() {
    this.root.replaceChildren();
    this.acts = [];
    this.ending = Infinity;
    this.heading = this.current = this.seq = undefined;
  }

  /**
   * Adds new acts; the last one may have grown. `opens(seq)` returns the kind of heading there: "round", "turn" or nothing.
   * @param {Act[]} acts @param {(seq: number) => string} opens @param {(seq: number) => string} heading
   */
  add(acts, opens, heading) {
    for (const act of acts) {
      const known = this.acts.at(-1);
      if (known && (act.seq < known.seq || (act.seq === known.seq && act.last === known.last))) continue;
      if (act.seq === known?.seq) this.regrow(known, act);
      else this.append(act, opens(act.seq), heading);
      if (act.scores) this.heading?.classList.add("scores");
    }
  }

  /** @param {Act} act @param {string} startKind @param {(seq: number) => string} heading */
  append(act, startKind, heading) {
    const element = this.item(act);
    const title = startKind && h("li", { class: startKind }, h("h3", {}, heading(act.seq)));
    const shown = { ...act, element, heading: title || undefined };
    this.hide(shown);
    if (title) this.heading = title;
    this.root.append(...[title, element].filter(Boolean));
    this.acts.push(shown);
    if (this.filter.unfolds) this.unfold(shown, true);
  }

  /** Draws an act anew that more facts followed from. @param {DrawnAct} known @param {Act} act */
  regrow(known, act) {
    const { element } = known;
    const isOpen = isUnfolded(element);
    Object.assign(known, act, { element: this.item(act) });
    element.replaceWith(known.element);
    if (this.current === element) this.current = undefined;
    this.hide(known);
    this.unfold(known, isOpen);
  }

  /** @param {Act} act */
  item(act) {
    const { seq, last, text, scores, action, lines } = act;
    const classes = ["line", text ? "" : "silent", scores ? "scores" : ""].filter(Boolean).join(" ");
    const data = { class: classes, "data-seq": seq, "data-last": last };
    if (!text && !lines.length) return h("li", { ...data, class: "line silent empty" });
    const end = lines.findLast(({ folded }) => !folded)?.seq ?? last;
    const element = h("li", data, this.link(end, text, this.sign(action)), this.causeButton(act));
    if (unfolds(act)) element.append(this.factsButton(element));
    return element;
  }

  /** The sentence of fact `seq`, if the story has one. @param {number} seq */
  textOf(seq) {
    return this.acts[this.index(seq)]?.lines.find((line) => line.seq === seq)?.text ?? "";
  }

  /** The act of the game at fact `seq`, or before it, that has sentences; facts around the game have no rule. @param {number} seq */
  actAt(seq) {
    return this.acts
      .slice(0, this.index(seq) + 1)
      .findLast(({ text, lines }) => text && lines.some(({ rule }) => rule));
  }

  /**
   * A link to the moment after fact `seq`.
   * @param {number} seq @param {string | null} text @param {Element | string} [sign]
   */
  link(seq, text, sign = "") {
    /** @param {MouseEvent} event */
    const follow = (event) => this.follow(event, seq);
    return h(
      "a",
      { href: `?seq=${seq}`, tabindex: -1, onclick: follow },
      sign,
      ...(text ? this.mentions.parts(text) : []),
    );
  }

  /**
   * The button that tells why an act had its first effect, and leads to its other ones; nothing without a rule. A played
   * card comes before its effect.
   * @param {Act} act
   */
  causeButton({ lines, action }) {
    const ruled = lines.filter(({ rule }) => rule);
    const effects = ruled.filter(({ folded, text }) => !folded && text);
    const [first, second] = effects;
    const caused = (action === "play" && second) || first || ruled.at(-1);
    if (!caused) return "";
    const onclick = () => this.why((effects.find(({ seq }) => seq === this.seq) ?? caused).seq, effects);
    return h("button", { type: "button", class: "cause", tabindex: -1, onclick }, t("Why?"));
  }

  /** The button that shows the facts of an act, or folds them away. @param {HTMLElement} element */
  factsButton(element) {
    const onclick = () => this.unfold(this.actOf(element), !isUnfolded(element));
    const label = { "aria-label": t("The facts of this act"), title: t("The facts of this act") };
    return h(
      "button",
      { type: "button", class: "facts", tabindex: -1, "aria-expanded": "false", ...label, onclick },
      "▾",
    );
  }

  /** The act of a line. @param {HTMLElement} element */
  actOf(element) {
    return /** @type {DrawnAct} */ (this.acts.find((act) => act.element === element));
  }

  /** Shows the facts of an act beneath it, or folds them away. @param {DrawnAct} act @param {boolean} isOpen */
  unfold(act, isOpen) {
    const { element, lines } = act;
    if (!unfolds(act) || isUnfolded(element) === isOpen) return;
    element.querySelector(".facts").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) element.append(h("ol", {}, this.judgeItem(act), ...lines.map((line) => this.fact(line))));
    else element.querySelector("ol").remove();
    if (this.seq !== undefined && (element.contains(this.current) || !isOpen))
      this.show(this.seq, { hideLater: this.ending < Infinity });
  }

  /** A fact with its rule. @param {Line} line */
  fact({ seq, text, rule }) {
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
          ...(isRule(rule) ? ruleTitle(rule, this.words) : [cited(rule, this.words)]),
        )
      : "";
    return h("li", { class: "fact", "data-fact": seq }, this.link(seq, text), cause);
  }

  /** The way to a judge above the facts of one act. @param {DrawnAct} act */
  judgeItem({ last }) {
    const { dispute } = this;
    if (!dispute || this.filter.unfolds) return "";
    const onclick = () => dispute(last);
    return h("li", {}, h("button", { type: "button", class: "rule", onclick }, t("Wrong? Call a judge")));
  }

  /** Unfolds all acts, or folds all of them, as the filter says. */
  unfoldAll() {
    for (const act of this.acts) this.unfold(act, this.filter.unfolds);
    if (this.seq !== undefined) this.show(this.seq, { hideLater: this.ending < Infinity });
  }

  /** @param {MouseEvent} event @param {number} seq */
  follow(event, seq) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(seq);
  }

  /**
   * The sentence of fact `seq`, or of the last one before it in its act; of the whole act before any. A silent act, such as
   * the end of a turn, leaves the sentence before it.
   * @param {number} seq
   */
  at(seq) {
    for (let index = this.index(seq); index >= 0; index--) {
      const { text, lines } = this.acts[index];
      const earlier = lines.filter((line) => line.seq <= seq);
      const sentence =
        earlier.findLast((line) => !line.folded && line.text)?.text || text || earlier.at(-1)?.text;
      if (sentence) return sentence;
    }
    return "";
  }

  /**
   * The texts of the facts after `from` up to `seq`: of whole acts, and of the facts of others, each `{seq, text}`.
   * @param {number} from @param {number} seq @returns {{seq: number, text: string}[]}
   */
  between(from, seq) {
    /** @type {{seq: number, text: string}[]} */
    const texts = [];
    for (const act of this.acts.slice(Math.max(0, this.index(from)), this.index(seq) + 1)) {
      const isWhole = act.seq > from && act.last <= seq;
      const parts = isWhole ? [act] : act.lines.filter((line) => !line.folded);
      for (const { seq: at, text } of parts)
        if (text && at > from && at <= seq) texts.push({ seq: at, text });
    }
    return texts;
  }

  /** The index of the last act that begins up to fact `seq`. @param {number} seq */
  index(seq) {
    let [low, high] = [0, this.acts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.acts[middle].seq <= seq) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Up and down move between lines; right unfolds an act and then moves to its cause, left moves back and folds it. In a
   * fact they move between it and its rule.
   * The story is one stop for Tab.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const { key } = event;
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || !["ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"].includes(key)) return;
    /** @type {HTMLElement | null} */
    const line = target.closest(".line, .fact");
    if (!line) return;
    event.preventDefault();
    if (key === "ArrowDown" || key === "ArrowUp") this.neighbour(line, key === "ArrowDown" ? 1 : -1)?.focus();
    else if (line.matches(".fact")) query(key === "ArrowRight" ? ".rule" : "a", line)?.focus();
    else if (key === "ArrowRight" && isUnfolded(line)) query(".cause", line)?.focus();
    else if (target.matches(".cause")) query("a", line).focus();
    else this.unfold(this.actOf(line), key === "ArrowRight");
  }

  /**
   * The link of the next line that is in sight, or of the one before.
   * @param {Element} line @param {number} direction
   */
  neighbour(line, direction) {
    const links = queryAll("a", this.root).filter((link) => link.checkVisibility());
    return links[links.indexOf(line.querySelector("a")) + direction];
  }

  /**
   * Marks the act of fact `marked`, or of `seq`, and hides those after `seq` if asked. With reduced motion, marks all acts after `since`, which
   * others see as motion.
   * @param {number} seq @param {{hideLater: boolean, since?: number, marked?: number}} options
   */
  show(seq, { hideLater, since = seq, marked = seq }) {
    this.seq = seq;
    this.end(hideLater ? seq : Infinity);
    if (noMotion.matches) this.markRecent(since, seq);
    const element = this.lineAt(marked);
    if (element === this.current) return;
    this.current?.removeAttribute("aria-current");
    this.current?.firstChild.setAttribute("tabindex", "-1");
    this.current = element;
    element?.setAttribute("aria-current", "step");
    element?.firstChild.setAttribute("tabindex", "0");
    cancelAnimationFrame(this.following);
    this.following = element && requestAnimationFrame(() => this.reveal(element));
  }

  /** The last line up to fact `seq`: of an act, or of a fact if they are unfolded. @param {number} seq */
  lineAt(seq) {
    for (let index = this.index(seq); index >= 0; index--) {
      const { element, text } = this.acts[index];
      if (element.hidden) continue;
      const fact = queryAll(".fact", element).findLast(({ dataset }) => Number(dataset.fact) <= seq);
      if (fact) return fact;
      if (text && !this.filter.unfolds) return element;
    }
    return undefined;
  }

  /** @param {number} from @param {number} seq */
  markRecent(from, seq) {
    for (const element of this.recent ?? []) element.classList.remove("recent");
    const acts = from < seq ? this.acts.slice(this.index(from) + 1, this.index(seq) + 1) : [];
    this.recent = acts.map(({ element }) => element);
    for (const element of this.recent) element.classList.add("recent");
  }

  /**
   * Scrolls to a line just before the next paint, because measuring it forces a layout of the page.
   * @param {HTMLElement} line
   */
  reveal(line) {
    const { offsetTop: top, offsetHeight: tall } = line;
    const { scrollTop, clientHeight } = this.root;
    // Offsets are rounded: a line of which a part of a pixel is cut counts as cut.
    if (top <= scrollTop || top + tall >= scrollTop + clientHeight)
      this.root.scrollTop = top - Math.max(0, Math.min(clientHeight / 2, clientHeight - tall - 1));
  }

  /**
   * Hides an act that ends after the last fact that may be read, and a heading of later ones.
   * @param {DrawnAct} act
   */
  hide({ seq, last, element, heading }) {
    element.hidden = last > this.ending;
    if (heading) heading.hidden = seq > this.ending;
  }

  /** Hides what comes after fact `seq`, and touches only acts that change. @param {number} seq */
  end(seq) {
    if (seq === this.ending) return;
    const [from, to] = [Math.min(seq, this.ending), Math.max(seq, this.ending)];
    this.ending = seq;
    for (const act of this.acts.slice(Math.max(0, this.index(from)), this.index(to) + 1)) this.hide(act);
  }
}

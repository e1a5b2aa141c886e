/** Three positions side by side: before an act, after it, and now or after a ruling. */

/** @import { Act } from "./act.js" */
/** @import { Act as StoryAct, ReckonedScene } from "../contract.d.ts" */
/** @import { Boards, DeskData } from "../pages.d.ts" */
/** @import { Path, View } from "../replay/view.js" */
/** @import { Replay } from "../replay/replay.js" */

import { Popover } from "../boards/popover.js";
import { h, queryAll } from "../lib/dom.js";
import { Moments } from "../replay/moments.js";
import { Scrubber } from "../replay/scrubber.js";
import { Story } from "../replay/story.js";
import { makeView } from "../replay/view.js";
import { compareLines, listDifferences } from "./differences.js";
import { t } from "../lib/i18n.js";

/** @typedef {"left" | "right"} Side */
/** @type {Side[]} */
const SIDES = ["left", "right"];
const BOARDS = ["left", "right", "after"];

export class Positions {
  replay = /** @type {Replay} */ (/** @type {unknown} */ (undefined)); // until the match is shown
  moments = /** @type {Moments} */ (/** @type {unknown} */ (undefined));
  /** @type {StoryAct[]} */
  acts = [];
  /** @type {StoryAct["lines"]} */
  lines = [];
  /** @type {ReckonedScene | undefined} The position after a ruling, while it is previewed. */
  foreseen;

  /**
   * `act` lists what happened between two facts; `moved()` is called after another act is shown; `why(seq)` explains a
   * fact.
   * @param {(id: string) => any} find @param {Boards} boards
   * @param {DeskData & {act: Act, moved: () => void, why: (seq: number, effects?: StoryAct["lines"]) => void}} how
   */
  constructor(find, boards, { catalogue, words, act, moved, why }) {
    this.find = find;
    this.boards = boards;
    this.catalogue = catalogue;
    this.words = words;
    this.moved = moved;
    this.act = act;
    this.seqs = { left: 1, right: 1 };
    this.cards = boards.cards(catalogue);
    this.about = new Popover({ why: () => {} });
    const view = { catalogue, cards: this.cards, words };
    const go = (/** @type {number} */ seq) => this.showAround(seq);
    this.story = new Story(find("story"), { go, why, boards, view, popover: this.about });
    this.scrubber = new Scrubber(find("scrubber"), {
      go,
      sentenceAt: (/** @type {number} */ seq) => this.story.at(seq),
      pace: find("pace"),
    });
    for (const side of SIDES)
      find(`${side}-seq`).addEventListener("change", () => this.go(side, Number(find(`${side}-seq`).value)));
    for (const board of BOARDS) find(board).addEventListener("scroll", () => this.follow(find(board)));
    for (const each of queryAll("[data-act]"))
      each.addEventListener("click", () => this.step(Number(each.dataset.act)));
    for (const each of queryAll("[data-enlarge]"))
      each.addEventListener("click", () => this.enlarge(each.dataset.enlarge));
  }

  /** Shows another replay: the match seen with other eyes, or gone on. @param {Replay} replay @param {StoryAct[]} acts */
  show(replay, acts) {
    this.replay = replay;
    this.foreseen = undefined;
    this.moments = new Moments(replay, this.boards);
    this.story.clear();
    this.story.add(
      acts,
      (/** @type {number} */ seq) => this.moments.startAt(seq),
      (/** @type {number} */ seq) => this.boards.heading(replay.at(seq), this.words),
    );
    this.acts = acts;
    this.lines = acts.flatMap(({ lines }) => lines);
    this.scrubber.stretch(replay.first, replay.last, this.moments.marks);
    for (const side of SIDES) this.find(`${side}-seq`).max = replay.last;
    return this.put(this.seqs);
  }

  /** Puts fact `seq` on a side. @param {Side} side @param {number} seq */
  async go(side, seq) {
    await this.put({ ...this.seqs, [side]: seq });
    this.moved();
  }

  /** Shows fact `seq` alone: the position before it and after it. @param {number} seq */
  showAround(seq) {
    return this.pair(seq - 1, seq);
  }

  /** The facts before and at the end of the act that contains fact `seq`. @param {number} seq @returns {[number, number]} */
  actAround(seq) {
    const act = this.acts.find((each) => each.seq <= seq && seq <= each.last);
    return act ? [act.seq - 1, act.last] : [seq - 1, seq];
  }

  /** Shows the act that contains fact `seq`. @param {number} seq */
  showAct(seq) {
    return this.pair(...this.actAround(seq));
  }

  /** Shows the act before the one on the boards, or after it. @param {number} direction */
  step(direction) {
    const { left, right } = this.seqs;
    const acts = this.acts.filter(({ text }) => text);
    const act =
      direction < 0 ? acts.findLast(({ last }) => last <= left) : acts.find(({ seq }) => seq > right);
    return act ? this.showAct(act.seq) : undefined;
  }

  /** Puts two facts side by side. @param {number} left @param {number} right */
  async pair(left, right) {
    await this.put({ left, right });
    this.moved();
  }

  /** The last answer before fact `seq`. @param {number} seq */
  answerBefore(seq) {
    return this.moments.next(this.moments.plies, seq, -1);
  }

  /** The facts from `first` to `last` that have a sentence. @param {number} first @param {number} last */
  sentences(first, last) {
    return this.lines.filter(({ seq, text }) => first <= seq && seq <= last && text);
  }

  /**
   * Shows the positions of both sides next to the present one, and their differences.
   * @param {{left: number, right: number}} seqs
   */
  async put(seqs) {
    const { replay, moments } = this;
    this.foreseen = undefined;
    for (const side of SIDES)
      this.seqs[side] = Math.max(replay.first, Math.min(seqs[side] || 1, replay.last));
    const { left, right } = this.seqs;
    const [before, after, now] = [left, right, replay.last].map((seq) => replay.at(seq));
    const changed = listDifferences(before, after);
    /** @param {number} seq @param {Path[]} paths */
    const view = (seq, paths) => ({ ...makeView(replay, moments, seq, this.eyes()), changed: paths });
    for (const [side, scene] of /** @type {const} */ ([
      ["left", before],
      ["right", after],
    ])) {
      this.find(`${side}-seq`).value = this.seqs[side];
      const trail = side === "left" ? [] : replay.traces(left, right); // only the act leaves traces
      this.paint(side, scene, { ...view(this.seqs[side], changed), trail });
    }
    this.find("right-name").textContent = right === replay.last ? t("Now") : t("After the act");
    this.paintLast(t("Now"), now, { ...view(replay.last, listDifferences(after, now)), trail: [] });
    this.scrubber.show(right, this.story.at(right));
    this.story.show(right, { hideLater: false });
    const query = new URLSearchParams(location.search);
    for (const side of SIDES) query.set(side, String(this.seqs[side]));
    history.replaceState(null, "", `?${query}`);
    this.reveal();
    this.compare(before, after);
    const shown = this.acts.filter(({ seq, last, text }) => text && left < last && seq <= right);
    this.find("act-text").textContent = shown.map(({ text }) => text).join(" ");
    await this.act.show(left, right);
  }

  /** Draws the position after a ruling next to the present one. @param {ReckonedScene} scene */
  foresee(scene) {
    const { last } = this.replay;
    const now = this.replay.at(last);
    this.foreseen = scene;
    const changed = listDifferences(now, scene);
    const view = { ...makeView(this.replay, this.moments, last, this.eyes()), changed, trail: [] };
    this.find("right-name").textContent = t("Now");
    this.find("right-seq").value = last;
    this.paint("right", now, view);
    this.paintLast(t("After the ruling"), scene, view);
    this.compare(now, scene);
  }

  /** Shows the act again instead of the position after a ruling. */
  forget() {
    if (this.foreseen) this.put(this.seqs);
  }

  /** Enlarges a board, or makes all equal again. @param {string} side */
  enlarge(side) {
    const root = this.find("positions");
    const enlarged = root.dataset.large === side ? "" : side;
    root.dataset.large = enlarged;
    for (const each of queryAll("[data-enlarge]"))
      each.setAttribute("aria-pressed", String(each.dataset.enlarge === enlarged));
  }

  /** Scrolls all boards as far as one of them. @param {Element} board */
  follow({ scrollTop }) {
    for (const board of BOARDS) this.find(board).scrollTop = scrollTop;
  }

  /** Scrolls the boards to the first difference on the one in the middle. */
  reveal() {
    const board = this.find("right");
    board.scrollTop = 0;
    const frame = board.getBoundingClientRect();
    const { bottom = frame.top } = board.querySelector(".changed")?.getBoundingClientRect() ?? {};
    const scale = board.clientHeight / frame.height; // boards are drawn smaller
    if (bottom > frame.bottom) board.scrollTop = (bottom - frame.top) * scale - board.clientHeight / 2;
  }

  /** How the desk looks at boards: all from the same side. */
  eyes() {
    const { catalogue, cards, words } = this;
    return {
      catalogue,
      cards,
      words,
      home: 0,
      flipped: false,
      /** @type {View["about"]} */
      about: (element, subject, how) => this.about.show(element, subject, how),
    };
  }

  /** @param {string} side @param {ReckonedScene} scene @param {View} eyes */
  paint(side, scene, eyes) {
    const view = { ...eyes, reckoned: scene.reckoned };
    this.about.hide();
    // A judge holds no hand: all hands lie with their players, and boards have the same orientation.
    this.boards.draw(this.find(side), { ...scene, viewer: "judge" }, view);
    this.find(`${side}-text`).textContent = this.boards.describe(scene, view);
  }

  /** @param {string} name @param {ReckonedScene} scene @param {View} view */
  paintLast(name, scene, view) {
    this.find("after-name").textContent = name;
    this.find("positions").classList.toggle("previewing", Boolean(this.foreseen));
    this.paint("after", scene, view);
  }

  /** Lists the differences of two positions in words. @param {ReckonedScene} before @param {ReckonedScene} after */
  compare(before, after) {
    /** @param {ReckonedScene} scene */
    const describe = (scene) =>
      this.boards.describeLines(scene, { ...this.eyes(), reckoned: scene.reckoned, options: new Map() });
    const list = compareLines(describe(before), describe(after));
    this.find("differences").replaceChildren(
      ...(list.length
        ? list.map(difference)
        : [h("li", { class: "quiet" }, t("Both are the same position."))]),
    );
  }
}

/** @param {string[]} parts */
const words = (parts) => parts.join(", ") || "–";

/** @param {ReturnType<typeof compareLines>[number]} difference */
const difference = ({ subject, was, now }) =>
  h(
    "li",
    {},
    subject && h("b", {}, subject),
    h("del", {}, words(was)),
    h("span", { class: "hidden" }, t("becomes")),
    h("ins", {}, words(now)),
  );

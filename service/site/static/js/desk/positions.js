/** Two positions side by side. Boards mark the differences, and sentences describe them. */

import { Popover } from "../boards/popover.js";
import { get } from "../lib/api.js";
import { h, queryAll } from "../lib/dom.js";
import { Moments } from "../replay/moments.js";
import { Scrubber } from "../replay/scrubber.js";
import { Story } from "../replay/story.js";
import { makeView } from "../replay/view.js";
import { listDifferences } from "./differences.js";
import { t } from "../lib/i18n.js";

const SIDES = ["left", "right"];

export class Positions {
  /** @type {any} The match, once it is shown. */
  replay;
  /** @type {any} */
  moments;

  /** `moved(side)` is called after a side shows another position; `why(seq)` explains a fact. */
  constructor(find, boards, { match, catalogue, words, viewer, moved, why }) {
    this.find = find;
    this.boards = boards;
    this.match = match;
    this.catalogue = catalogue;
    this.words = words;
    this.viewer = viewer;
    this.moved = moved;
    this.seqs = { left: 1, right: 1 };
    this.cards = boards.cards(catalogue);
    this.about = new Popover({ words, why: () => {} });
    this.story = new Story(find("story"), { go: (seq) => this.showAround(seq), why, words });
    this.scrubbers = {};
    for (const side of SIDES) {
      const own = (seq) => this.go(side, seq);
      this.scrubbers[side] = new Scrubber(find(`${side}-scrubber`), {
        go: own,
        sentenceAt: (seq) => this.story.at(seq),
        pace: find(`${side}-pace`),
      });
      find(`${side}-seq`).addEventListener("change", () => own(Number(find(`${side}-seq`).value)));
    }
    for (const each of queryAll("[data-answer]")) {
      const { side, answer } = each.dataset;
      each.addEventListener("click", () =>
        this.go(side, this.moments.next(this.moments.plies, this.seqs[side], Number(answer))),
      );
    }
  }

  /** Shows another replay: the match seen with other eyes, or gone on. */
  show(replay, lines) {
    this.replay = replay;
    this.moments = new Moments(replay, this.boards);
    this.story.clear();
    this.story.add(
      lines,
      (seq) => this.moments.startAt(seq),
      (seq) => this.boards.heading(replay.at(seq), this.words),
    );
    this.lines = lines;
    for (const side of SIDES) {
      this.find(`${side}-seq`).max = replay.last;
      this.scrubbers[side].stretch(replay.first, replay.last, this.moments.marks);
    }
    return this.put(this.seqs);
  }

  /** Puts fact `seq` on a side. */
  async go(side, seq) {
    await this.put({ ...this.seqs, [side]: seq });
    this.moved(side);
  }

  /** Shows fact `seq` on the right, and the position before it on the left. */
  showAround(seq) {
    return this.pair(seq - 1, seq);
  }

  /** Puts two facts side by side. */
  async pair(left, right) {
    await this.put({ left, right });
    this.moved("left");
  }

  /** The last answer before fact `seq`. */
  answerBefore(seq) {
    return this.moments.next(this.moments.plies, seq, -1);
  }

  /** The facts from `first` to `last` that have a sentence. */
  sentences(first, last) {
    return this.lines.filter(({ seq, text }) => first <= seq && seq <= last && text);
  }

  /** Shows the positions of both sides, and their differences. */
  put(seqs) {
    const { replay, moments } = this;
    for (const side of SIDES)
      this.seqs[side] = Math.max(replay.first, Math.min(seqs[side] || 1, replay.last));
    const scenes = Object.fromEntries(SIDES.map((side) => [side, replay.at(this.seqs[side])]));
    const changed = listDifferences(scenes.left, scenes.right);
    for (const side of SIDES) {
      const seq = this.seqs[side];
      const sentence = this.story.at(seq);
      this.find(`${side}-seq`).value = seq;
      this.find(`${side}-told`).textContent = sentence;
      this.scrubbers[side].show(seq, sentence);
      this.paint(side, scenes[side], { ...makeView(replay, moments, seq, this.eyes()), changed });
    }
    this.story.show(this.seqs.right, { hideLater: false });
    this.find("differs").hidden = changed.length === 0;
    const query = new URLSearchParams(location.search);
    for (const side of SIDES) query.set(side, this.seqs[side]);
    history.replaceState(null, "", `?${query}`);
    return this.showChanges();
  }

  /** Draws the outcome of a ruling on the right, next to the current position. */
  async foresee(scene) {
    const { last } = this.replay;
    await this.put({ left: last, right: last });
    const stands = this.replay.at(last);
    const changed = listDifferences(stands, scene);
    const eyes = { ...makeView(this.replay, this.moments, last, this.eyes()), changed, trail: [] };
    this.paint("left", stands, eyes);
    this.paint("right", scene, eyes);
    this.find("differs").hidden = changed.length === 0;
  }

  /** How the desk looks at boards. */
  eyes() {
    const { catalogue, cards, words } = this;
    return {
      catalogue,
      cards,
      words,
      flipped: false,
      about: (element, subject, how) => this.about.show(element, subject, how),
    };
  }

  paint(side, scene, eyes) {
    const view = { ...eyes, reckoned: scene.reckoned };
    this.about.hide();
    // Both boards have the same orientation, whoever is asked on them.
    this.boards.draw(this.find(side), { ...scene, viewer: "seat-0" }, view);
    this.find(`${side}-text`).textContent = this.boards.describe(scene, view);
  }

  /** Lists the changes from the left position to the right one in sentences. */
  async showChanges() {
    const { left, right } = this.seqs;
    const list = this.find("difference");
    if (left === right)
      return list.replaceChildren(h("li", { class: "quiet" }, "", t("Both are the same position.")));
    const lang = document.documentElement.lang;
    const diff = await get(`/api/v1/matches/${this.match}/diff?from=${left}&to=${right}&lang=${lang}`, {
      viewer: this.viewer(),
    });
    if (left !== this.seqs.left || right !== this.seqs.right) return undefined;
    const changes = diff.changes.filter(({ text }) => text);
    return list.replaceChildren(
      ...(changes.length
        ? changes.map(sentence)
        : [h("li", { class: "quiet" }, "", t("There is nothing to tell between them."))]),
    );
  }
}

/** A fact as a line: its number, its sentence, its rule. */
export const sentence = ({ seq, text, rule }) =>
  h(
    "li",
    { "data-seq": seq },
    h("span", { class: "seq" }, String(seq)),
    h("span", {}, text),
    h("span", { class: "rule" }, rule ?? ""),
  );

/** Two positions side by side: what differs is marked on both boards, and told in sentences. */

import { Popover } from "../lib/popover.js";
import { get } from "../lib/api.js";
import { all, h } from "../lib/dom.js";
import { Moments } from "../replay/moments.js";
import { Scrubber } from "../replay/scrubber.js";
import { Story } from "../replay/story.js";
import { looking } from "../replay/view.js";
import { differing } from "./differences.js";
import { t } from "../lib/i18n.js";

const SIDES = ["left", "right"];

export class Positions {
  /** @type {any} The match, once it is shown. */
  film;
  /** @type {any} */
  moments;

  /** `moved(side)` hears that another position lies on a side; `why(seq)` is asked for the causes of a fact. */
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
    this.story = new Story(find("story"), { go: (seq) => this.around(seq), why, words });
    this.scrubbers = {};
    for (const side of SIDES) {
      const own = (seq) => this.go(side, seq);
      this.scrubbers[side] = new Scrubber(find(`${side}-scrubber`), {
        go: own,
        told: (seq) => this.story.at(seq),
        pace: find(`${side}-pace`),
      });
      find(`${side}-seq`).addEventListener("change", () => own(Number(find(`${side}-seq`).value)));
    }
    for (const each of all("[data-answer]")) {
      const { side, answer } = each.dataset;
      each.addEventListener("click", () =>
        this.go(side, this.moments.next(this.moments.plies, this.seqs[side], Number(answer))),
      );
    }
  }

  /** Shows another film: the match seen with other eyes, or gone on. */
  show(film, lines) {
    this.film = film;
    this.moments = new Moments(film, this.boards);
    this.story.clear();
    this.story.add(
      lines,
      (seq) => this.moments.begins(seq),
      (seq) => this.boards.heading(film.at(seq), this.words),
    );
    this.lines = lines;
    for (const side of SIDES) {
      this.find(`${side}-seq`).max = film.last;
      this.scrubbers[side].stretch(film.first, film.last, this.moments.marks);
    }
    return this.put(this.seqs);
  }

  /** Puts fact `seq` on a side. */
  async go(side, seq) {
    await this.put({ ...this.seqs, [side]: seq });
    this.moved(side);
  }

  /** Puts fact `seq` on the right, and what was before it on the left. */
  around(seq) {
    return this.pair(seq - 1, seq);
  }

  /** Puts two facts side by side. */
  async pair(left, right) {
    await this.put({ left, right });
    this.moved("left");
  }

  /** The last answer given before fact `seq`: what was played then. */
  answerBefore(seq) {
    return this.moments.next(this.moments.plies, seq, -1);
  }

  /** The facts from `first` to `last` that something can be told of. */
  told(first, last) {
    return this.lines.filter(({ seq, text }) => first <= seq && seq <= last && text);
  }

  /** Shows what lies on both sides, and what differs. */
  put(wanted) {
    const { film, moments } = this;
    for (const side of SIDES) this.seqs[side] = Math.max(film.first, Math.min(wanted[side] || 1, film.last));
    const scenes = Object.fromEntries(SIDES.map((side) => [side, film.at(this.seqs[side])]));
    const changed = differing(scenes.left, scenes.right);
    for (const side of SIDES) {
      const seq = this.seqs[side];
      const sentence = this.story.at(seq);
      this.find(`${side}-seq`).value = seq;
      this.find(`${side}-told`).textContent = sentence;
      this.scrubbers[side].show(seq, sentence);
      this.paint(side, scenes[side], { ...looking(film, moments, seq, this.eyes()), changed });
    }
    this.story.show(this.seqs.right, { hideLater: false });
    this.find("differs").hidden = changed.length === 0;
    const told = new URLSearchParams(location.search);
    for (const side of SIDES) told.set(side, this.seqs[side]);
    history.replaceState(null, "", `?${told}`);
    return this.tell();
  }

  /** Draws a scene that is none yet on the right, beside the match as it stands: one that a ruling would lead to. */
  async foresee(scene) {
    const { last } = this.film;
    await this.put({ left: last, right: last });
    const stands = this.film.at(last);
    const changed = differing(stands, scene);
    const eyes = { ...looking(this.film, this.moments, last, this.eyes()), changed, trail: [] };
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
      about: (beside, told, how) => this.about.show(beside, told, how),
    };
  }

  paint(side, scene, eyes) {
    const view = { ...eyes, reckoned: scene.reckoned };
    this.about.hide();
    // Both boards lie the same way round, whoever is asked on them.
    this.boards.draw(this.find(side), { ...scene, viewer: "seat-0" }, view);
    this.find(`${side}-text`).textContent = this.boards.describe(scene, view);
  }

  /** Tells in sentences what makes the right position of the left one. */
  async tell() {
    const { left, right } = this.seqs;
    const list = this.find("difference");
    if (left === right)
      return list.replaceChildren(h("li", { class: "quiet" }, "", t("Both are the same position.")));
    const lang = document.documentElement.lang;
    const told = await get(`/api/v1/matches/${this.match}/diff?from=${left}&to=${right}&lang=${lang}`, {
      viewer: this.viewer(),
    });
    if (left !== this.seqs.left || right !== this.seqs.right) return undefined;
    const changes = told.changes.filter(({ text }) => text);
    return list.replaceChildren(
      ...(changes.length
        ? changes.map(sentence)
        : [h("li", { class: "quiet" }, "", t("There is nothing to tell between them."))]),
    );
  }
}

/** A fact as a line: its number, what it tells, its rule. */
export const sentence = ({ seq, text, rule }) =>
  h(
    "li",
    { "data-seq": seq },
    h("span", { class: "seq" }, String(seq)),
    h("span", {}, text),
    h("span", { class: "rule" }, rule ?? ""),
  );

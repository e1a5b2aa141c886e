/** Two positions side by side, and what changed from the left one to the right one. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { printed } from "../player.js";

const NOTHING = new Map();
const SIDES = ["left", "right"];

export class Positions {
  constructor(find, boards, { match, catalogue, words, viewer }) {
    Object.assign(this, { find, boards, match, catalogue, words, viewer, seqs: { left: 1, right: 1 }, film: null });
    this.cards = printed(catalogue);
    this.lines = new Map();
    for (const side of SIDES) find(`${side}-seq`).addEventListener("change", () => this.go(side, Number(find(`${side}-seq`).value)));
    for (const step of document.querySelectorAll("[data-step]")) {
      const { side } = step.dataset;
      step.addEventListener("click", () => this.go(side, this.seqs[side] + Number(step.dataset.step)));
    }
  }

  /** Shows another film: the match seen with other eyes, or gone on. */
  show(film, lines) {
    this.film = film;
    this.lines = new Map(lines.map((line) => [line.seq, line.text]));
    for (const side of SIDES) {
      this.find(`${side}-seq`).max = film.last;
      this.draw(side, this.seqs[side]);
    }
    return this.tell();
  }

  /** Puts fact `seq` on a side. */
  go(side, seq) {
    this.draw(side, seq);
    return this.tell();
  }

  draw(side, seq) {
    const at = Math.max(this.film.first, Math.min(seq || 1, this.film.last));
    this.seqs[side] = at;
    this.find(`${side}-seq`).value = at;
    this.find(`${side}-told`).textContent = this.sentence(at);
    this.paint(side, this.film.at(at), this.film.changed(at));
    const told = new URLSearchParams(location.search);
    told.set(side, at);
    history.replaceState(null, "", `?${told}`);
  }

  /** Draws any scene on a side, such as one that a ruling would lead to. */
  paint(side, scene, changed = []) {
    const { catalogue, cards, words } = this;
    const { reckoned } = scene;
    const view = { catalogue, cards, words, flipped: false, changed, options: NOTHING, reckoned, pick: () => {}, why: () => {} };
    // Both boards lie the same way round, whoever is asked on them.
    this.boards.draw(this.find(side), { ...scene, viewer: "seat-0" }, view);
    this.find(`${side}-text`).textContent = this.boards.describe(scene, view);
  }

  sentence(seq) {
    for (let n = seq; n > 0; n--) if (this.lines.has(n)) return this.lines.get(n);
    return "";
  }

  /** Tells in sentences what makes the right position of the left one. */
  async tell() {
    const { left, right } = this.seqs;
    const list = this.find("difference");
    if (left === right) return list.replaceChildren(h("li", { class: "quiet" }, "", this.words.desk.same));
    const lang = document.documentElement.lang;
    const told = await get(`/matches/${this.match}/diff?from=${left}&to=${right}&lang=${lang}`, { viewer: this.viewer() });
    if (left !== this.seqs.left || right !== this.seqs.right) return undefined;
    const changes = told.changes.filter(({ text }) => text);
    return list.replaceChildren(...(changes.length ? changes.map(sentence) : [h("li", { class: "quiet" }, "", this.words.desk.tooFar)]));
  }
}

/** A fact as a line: its number, what it tells, its rule. */
export const sentence = ({ seq, text, rule }) =>
  h("li", { "data-seq": seq }, h("span", { class: "seq" }, String(seq)), h("span", {}, text), h("span", { class: "rule" }, rule ?? ""));

/** Two positions side by side, and what changed from the left one to the right one. */

import { About } from "../about.js";
import { get } from "../api.js";
import { h } from "../dom.js";
import { Moments } from "../moments.js";
import { printed } from "../player.js";
import { looking } from "../view.js";

const SIDES = ["left", "right"];

export class Positions {
  /** `moved(side)` hears that another position lies on a side. */
  constructor(find, boards, { match, catalogue, words, viewer, moved }) {
    Object.assign(this, { find, boards, match, catalogue, words, viewer, moved, seqs: { left: 1, right: 1 }, film: null });
    this.cards = printed(catalogue);
    this.about = new About({ words, why: () => {} });
    this.lines = new Map();
    for (const side of SIDES) find(`${side}-seq`).addEventListener("change", () => this.go(side, Number(find(`${side}-seq`).value)));
    for (const each of document.querySelectorAll("[data-step]")) {
      const { side, step } = each.dataset;
      each.addEventListener("click", () => this.go(side, this.seqs[side] + Number(step)));
    }
    for (const each of document.querySelectorAll("[data-answer]")) {
      const { side, answer } = each.dataset;
      each.addEventListener("click", () => this.go(side, this.moments.next(this.moments.plies, this.seqs[side], Number(answer))));
    }
  }

  /** Shows another film: the match seen with other eyes, or gone on. */
  show(film, lines) {
    this.film = film;
    this.moments = new Moments(film, this.boards);
    this.lines = new Map(lines.map((line) => [line.seq, line]));
    for (const side of SIDES) {
      this.find(`${side}-seq`).max = film.last;
      this.draw(side, this.seqs[side]);
    }
    return this.tell();
  }

  /** Puts fact `seq` on a side. */
  go(side, seq) {
    this.draw(side, seq);
    this.moved(side);
    return this.tell();
  }

  /** Puts fact `seq` on the right, and what was before it on the left. */
  around(seq) {
    this.draw("left", seq - 1);
    this.moved("left");
    return this.go("right", seq);
  }

  /** The facts from `first` to `last` that something can be told of. */
  told(first, last) {
    return [...this.lines.values()].filter(({ seq, text }) => first <= seq && seq <= last && text);
  }

  draw(side, seq) {
    const at = Math.max(this.film.first, Math.min(seq || 1, this.film.last));
    this.seqs[side] = at;
    this.find(`${side}-seq`).value = at;
    this.find(`${side}-told`).textContent = this.sentence(at);
    this.paint(side, this.film.at(at), looking(this.film, this.moments, at, this.eyes()));
    const told = new URLSearchParams(location.search);
    told.set(side, at);
    history.replaceState(null, "", `?${told}`);
  }

  /** Draws a scene that is none yet on a side: one that a ruling would lead to. */
  foresee(side, scene) {
    this.paint(side, scene, { ...looking(this.film, this.moments, this.film.last, this.eyes()), changed: [], trail: [] });
  }

  /** How the desk looks at boards. */
  eyes() {
    const { catalogue, cards, words } = this;
    return { catalogue, cards, words, flipped: false, about: (beside, told, how) => this.about.show(beside, told, how) };
  }

  paint(side, scene, eyes) {
    const view = { ...eyes, reckoned: scene.reckoned };
    this.about.hide();
    // Both boards lie the same way round, whoever is asked on them.
    this.boards.draw(this.find(side), { ...scene, viewer: "seat-0" }, view);
    this.find(`${side}-text`).textContent = this.boards.describe(scene, view);
  }

  sentence(seq) {
    for (let n = seq; n > 0; n--) if (this.lines.has(n)) return this.lines.get(n).text;
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

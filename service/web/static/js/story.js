/** The story beside the board: a sentence a fact, by round and turn; a click goes to the moment. */

import { h, say } from "./dom.js";

export class Story {
  constructor(root, { go, why, words }) {
    Object.assign(this, { root, go, why, words });
    this.items = new Map();
    this.lines = new Map();
  }

  /** Adds lines that are not there yet; `opens(seq)` tells what begins there: "round", "turn" or nothing. */
  add(lines, opens, heading) {
    for (const line of lines) {
      if (this.lines.has(line.seq)) continue;
      this.lines.set(line.seq, line);
      const begins = opens(line.seq);
      if (begins) this.root.append(h("li", { class: begins }, h("h3", {}, heading(line.seq))));
      const rule = line.rule ? h("button", { type: "button", class: "rule", onclick: () => this.why(line.seq) }, line.rule) : null;
      const item = h(
        "li",
        { class: "line", "data-seq": line.seq },
        h("a", { href: `?seq=${line.seq}`, onclick: (event) => this.follow(event, line.seq) }, line.text),
        rule,
      );
      this.items.set(line.seq, item);
      this.root.append(item);
    }
  }

  follow(event, seq) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.go(seq);
  }

  /** The sentence of fact `seq`, or of the last one before it that has one. */
  at(seq) {
    for (let n = seq; n > 0; n--) if (this.lines.has(n)) return this.lines.get(n).text;
    return "";
  }

  /** Marks the line of fact `seq` and hides what comes later, if it should. */
  show(seq, { hideLater }) {
    this.current?.removeAttribute("aria-current");
    let current = null;
    for (const [number, item] of this.items) {
      item.hidden = hideLater && number > seq;
      if (number <= seq) current = item;
    }
    this.current = current;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    const box = this.root.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    if (place.top < box.top || place.bottom > box.bottom) {
      this.root.scrollTop += place.top - box.top - this.root.clientHeight / 2;
    }
  }
}

export const headings = (words) => (scene) =>
  scene.board.round === 0
    ? words.ui.before
    : scene.board.round !== undefined
    ? scene.board.active
      ? say(words.ui.roundOf, { round: scene.board.round, who: words.names[scene.board.active] })
      : say(words.ui.round, { round: scene.board.round })
    : say(words.ui.turnOf, { turn: scene.board.turn, who: scene.players[scene.board.seat] ?? "" });

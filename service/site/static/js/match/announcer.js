/** Announces new facts to screen readers, one message a turn, and then the question. */

import { h } from "../lib/dom.js";

const KEPT = 12; // messages that stay; older ones have been read out

export class Announcer {
  /** Messages are added to `root`, a polite live region; `story` has the sentences, `begins(seq)` knows turns. */
  constructor(root, { story, begins }) {
    this.root = root;
    this.story = story;
    this.begins = begins;
    this.told = Infinity;
  }

  /** Everything up to fact `seq` counts as known: it was read, or looked for. */
  from(seq) {
    this.told = seq;
    this.asked = "";
  }

  /** Announces one sentence instead of all others, for a moment chosen by the user. */
  only(sentence) {
    if (this.root.textContent !== sentence) this.root.replaceChildren(h("p", {}, sentence));
  }

  /** Announces new facts up to `seq`, and then the question if it is another one. */
  upTo(seq, question) {
    let message = [];
    const lines = this.story.between(this.told, seq);
    this.told = Math.max(seq, this.told === Infinity ? 0 : this.told);
    for (const line of lines) {
      if (this.begins(line.seq) && message.length) message = this.say(message);
      message.push(line.text);
    }
    if (message.length) this.say(message);
    if (question && question !== this.asked) this.say([question]);
    this.asked = question;
  }

  say(sentences) {
    this.root.append(h("p", {}, sentences.join(" ")));
    while (this.root.childElementCount > KEPT) this.root.firstChild.remove();
    return [];
  }
}

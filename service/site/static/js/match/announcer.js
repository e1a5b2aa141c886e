/** Announces new facts to screen readers, one message a turn, and then the question. */

/** @import { Story } from "../replay/story.js" */

import { h } from "../lib/dom.js";

const MESSAGES = 12; // so many stay; older ones have been read out
const QUIET = 5000; // milliseconds without a fact, after which the turn of somebody else is announced so far

export class Announcer {
  /**
   * Messages are added to `root`, a polite live region; `story` has the sentences, `begins(seq)` knows turns.
   * @param {HTMLElement} root @param {{story: Story, begins: (seq: number) => string}} options
   */
  constructor(root, { story, begins }) {
    this.root = root;
    this.story = story;
    this.begins = begins;
    /** @type {string | undefined} The question that was announced last. */
    this.asked = "";
    this.last = Infinity; // the fact that was announced last
  }

  /** Everything up to fact `seq` counts as announced: it was read, or looked for. @param {number} seq */
  from(seq) {
    clearTimeout(this.timer);
    this.last = seq;
    this.asked = "";
  }

  /** Announces one sentence instead of all others, for a moment chosen by the user. @param {string} sentence */
  only(sentence) {
    if (this.root.textContent !== sentence) this.root.replaceChildren(h("p", {}, sentence));
  }

  /**
   * Announces facts up to `seq` and the question: at once if `now`, otherwise turns that are over, and the rest when it is quiet.
   * @param {number} seq @param {string | undefined} question @param {boolean} now
   */
  upTo(seq, question, now) {
    clearTimeout(this.timer);
    if (!now) this.timer = setTimeout(() => this.upTo(seq, question, true), QUIET);
    /** @type {string[]} */
    let message = [];
    for (const line of this.story.between(this.last, seq)) {
      if (this.begins(line.seq) && message.length) {
        message = this.say(message);
        this.last = line.seq - 1;
      }
      message.push(line.text);
    }
    if (!now) return;
    if (message.length) this.say(message);
    this.last = Math.max(seq, this.last === Infinity ? 0 : this.last);
    if (question && question !== this.asked) this.say([question]);
    this.asked = question;
  }

  /** @param {string[]} sentences */
  say(sentences) {
    this.root.append(h("p", {}, sentences.join(" ")));
    while (this.root.childElementCount > MESSAGES) this.root.firstChild?.remove();
    return [];
  }
}

/** A replay without requests: the board, the scrubber, the keys, and the story if there is room. */

/** @import { Act } from "../contract.d.ts" */
/** @import { Boards, Words } from "../pages.d.ts" */
/** @import { Replay } from "./replay.js" */
/** @import { About, View } from "./view.js" */

import { Popover } from "../boards/popover.js";
import { ClockRow } from "./clock-row.js";
import { keys } from "./keys.js";
import { Moments } from "./moments.js";
import { outcome } from "./outcome.js";
import { Scrubber } from "./scrubber.js";
import { Story } from "./story.js";
import { makeView, motion } from "./view.js";

export class Player {
  /**
   * Plays `replay`. `find(id)` returns the elements of the page: board, scrubber and told, and the optional story, live, result
   * and help. `why` is called with a pointer, or with the number of a fact of the story.
   * @param {(id: string) => any} find @param {Boards} boards
   * @param {{replay: Replay, acts?: Act[], bots?: number[], catalogue: View["catalogue"], words: Words, seq?: number, why?: (cause: string | number) => void, shown?: (seq: number) => void}} options
   */
  constructor(
    find,
    boards,
    { replay, acts = [], bots = [], catalogue, words, seq, why = () => {}, shown = () => {} },
  ) {
    this.find = find;
    this.boards = boards;
    this.replay = replay;
    this.catalogue = catalogue;
    this.words = words;
    this.why = why;
    this.shown = shown;
    this.flipped = false;
    this.seq = -1; // no fact is shown yet
    this.cards = boards.cards(catalogue);
    this.moments = new Moments(this.replay, boards);
    if (find("clocks")) this.clocks = new ClockRow(find("clocks"), { bots });
    /** @param {number} to */
    const go = (to) => this.go(to);
    this.about = new Popover({ why });
    this.scrubber = new Scrubber(find("scrubber"), { go, sentenceAt: (at) => this.story?.at(at) ?? "" });
    this.scrubber.stretch(this.replay.first, this.replay.last, this.moments.marks);
    if (find("story")) {
      const view = { catalogue, cards: this.cards, words };
      this.story = new Story(find("story"), { go, why, boards, view, popover: this.about });
      this.story.add(
        acts,
        (at) => this.moments.startAt(at),
        (at) => boards.heading(this.replay.withLaterNames(at), words),
      );
    }
    keys(this.actions());
    this.go(seq || this.replay.last);
  }

  /** Shows new frames. A viewer at the end of the replay follows them. */
  grown() {
    this.moments.read();
    this.scrubber.stretch(this.replay.first, this.replay.last, this.moments.marks);
    this.go(this.following ? this.replay.last : this.seq);
  }

  /** Goes to fact `seq`. @param {number} seq */
  go(seq) {
    const moment = Math.max(this.replay.first, Math.min(seq, this.replay.last));
    if (moment !== this.seq) this.about.hide();
    const stepped = moment - 1 === this.seq;
    this.seq = moment;
    this.following = this.seq === this.replay.last;
    const scene = this.replay.at(this.seq);
    const { find, catalogue, cards, words, flipped, why } = this;
    /** @param {Element} anchor @param {About} about @param {string} [how] */
    const about = (anchor, about, how) => this.about.show(anchor, about, how);
    const view = makeView(this.replay, this.moments, this.seq, {
      catalogue,
      cards,
      words,
      flipped,
      why,
      about,
      motion: stepped ? motion(this.replay, moment - 1, moment, 1) : undefined,
    });
    this.boards.draw(find("board"), scene, view);
    const description = this.boards.describe(scene, view);
    const sentence = this.story?.at(this.seq) ?? this.replay.sentenceAt(this.seq);
    find("told").textContent = description;
    if (find("live")) find("live").textContent = sentence;
    this.story?.show(this.seq, { hideLater: false });
    this.clocks?.show(this.replay, this.seq);
    this.scrubber.show(this.seq, sentence);
    if (find("result")) find("result").textContent = scene.ended ? outcome(scene) : "";
    this.shown(this.seq);
  }

  actions() {
    /** @param {"plies" | "turns" | "rounds"} name */
    const jump = (name) => (/** @type {number} */ direction) =>
      this.go(this.moments.next(this.moments[name], this.seq, direction));
    return {
      step: (/** @type {number} */ direction) => this.go(this.seq + direction),
      answer: jump("plies"),
      turn: jump("turns"),
      round: (/** @type {number} */ direction) =>
        jump(this.moments.rounds.length > 1 ? "rounds" : "turns")(direction),
      first: () => this.go(this.replay.first),
      last: () => this.go(this.replay.last),
      play: () => this.scrubber.toggle(),
      flip: () => this.flip(),
      help: () => this.find("help")?.showModal(),
    };
  }

  flip() {
    this.about.hide();
    this.flipped = !this.flipped;
    this.go(this.seq);
  }
}

/** A replay that asks nobody: the board, the scrubber, the keys, and the story where there is room for one. */

import { Popover } from "../lib/popover.js";
import { ClockRow } from "./clock-row.js";
import { keys } from "./keys.js";
import { Moments } from "./moments.js";
import { outcome } from "./outcome.js";
import { Scrubber } from "./scrubber.js";
import { Story } from "./story.js";
import { looking, motion } from "./view.js";

export class Player {
  /**
   * Plays `film`. `find(id)` gives the places on the page: board, scrubber and told, and those that may be missing:
   * story, live, result, help. `why` is called with a pointer, or with the number of a fact of the story.
   */
  constructor(
    find,
    boards,
    { film, lines = [], bots = [], catalogue, words, seq, why = (_what) => {}, shown = (_seq) => {} },
  ) {
    this.find = find;
    this.boards = boards;
    this.film = film;
    this.catalogue = catalogue;
    this.words = words;
    this.why = why;
    this.shown = shown;
    this.flipped = false;
    this.cards = boards.cards(catalogue);
    this.moments = new Moments(this.film, boards);
    if (find("clocks")) this.clocks = new ClockRow(find("clocks"), { bots });
    const go = (to) => this.go(to);
    this.about = new Popover({ words, why });
    this.scrubber = new Scrubber(find("scrubber"), { go, told: (at) => this.story?.at(at) ?? "" });
    this.scrubber.stretch(this.film.first, this.film.last, this.moments.marks);
    if (find("story")) {
      this.story = new Story(find("story"), { go, why, words });
      this.story.add(
        lines,
        (at) => this.moments.begins(at),
        (at) => boards.heading(this.film.at(at), words),
      );
    }
    keys(this.actions());
    this.go(seq || this.film.last);
  }

  /** Shows that the film has grown; who stood at its end goes on. */
  grown() {
    this.moments.read();
    this.scrubber.stretch(this.film.first, this.film.last, this.moments.marks);
    this.go(this.following ? this.film.last : this.seq);
  }

  /** Goes to fact `seq`. */
  go(seq) {
    const moment = Math.max(this.film.first, Math.min(seq, this.film.last));
    if (moment !== this.seq) this.about.hide();
    const stepped = moment - 1 === this.seq;
    this.seq = moment;
    this.following = this.seq === this.film.last;
    const scene = this.film.at(this.seq);
    const { find, catalogue, cards, words, flipped, why } = this;
    const about = (beside, told, how) => this.about.show(beside, told, how);
    const view = looking(this.film, this.moments, this.seq, {
      catalogue,
      cards,
      words,
      flipped,
      reckoned: scene.reckoned,
      why,
      about,
      motion: stepped ? motion(this.film, moment - 1, moment, 1) : undefined,
    });
    this.boards.draw(find("board"), scene, view);
    const told = this.boards.describe(scene, view);
    const sentence = this.story?.at(this.seq) ?? "";
    find("told").textContent = told;
    if (find("live")) find("live").textContent = sentence;
    this.story?.show(this.seq, { hideLater: false });
    this.clocks?.show(this.film, this.seq);
    this.scrubber.show(this.seq, sentence);
    if (find("result")) find("result").textContent = scene.ended ? outcome(scene) : "";
    this.shown(this.seq);
  }

  actions() {
    const jump = (name) => (way) => this.go(this.moments.next(this.moments[name], this.seq, way));
    return {
      step: (way) => this.go(this.seq + way),
      answer: jump("plies"),
      turn: jump("turns"),
      round: (way) => jump(this.moments.rounds.length > 1 ? "rounds" : "turns")(way),
      first: () => this.go(this.film.first),
      last: () => this.go(this.film.last),
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

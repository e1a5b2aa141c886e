/** The film of a match while it goes on: fetched once, and made longer whenever there is more of it. */

import { Film } from "../replay/replay.js";
import { Moments } from "../replay/moments.js";

export class LiveFilm {
  /** @type {any} The film; nothing before it was loaded. */
  film;
  /** @type {any} The moments of the film. */
  moments;
  /** @type {Promise<boolean> | undefined} */
  growing;

  /**
   * `reel(after)` fetches the frames after a fact, `boards` draws the game; `grown()` is called each time that more
   * was asked for, before anything else is.
   */
  constructor({ reel, boards, grown }) {
    this.reel = reel;
    this.boards = boards;
    this.grown = grown;
    this.wanted = 0;
  }

  /** Fetches the film from its beginning: other eyes see another one. */
  async load() {
    this.film = await Film.whole(this.reel);
    this.moments = new Moments(this.film, this.boards);
  }

  get first() {
    return this.film.first;
  }

  get last() {
    return this.film.last;
  }

  /** Whether the match is over. */
  get over() {
    return Boolean(this.film.at(this.film.last).ended);
  }

  /** Takes up what the match went on with, to fact `seq` if that is known, once at a time; tells whether it is over. */
  more(seq = Infinity) {
    this.wanted = Math.max(this.wanted, seq);
    this.growing ??= this.grow().finally(() => (this.growing = undefined));
    return this.growing;
  }

  async grow() {
    while (this.wanted > this.last) {
      this.wanted = 0;
      await this.film.grow(this.reel);
      this.moments.read();
      this.grown();
    }
    return this.over;
  }
}

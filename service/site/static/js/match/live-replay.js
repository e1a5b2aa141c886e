/** The replay of a running match, which loads new frames. */

/** @import { Boards, Updates } from "../pages.d.ts" */

import { Replay } from "../replay/replay.js";
import { Moments } from "../replay/moments.js";

export class LiveReplay {
  /** @type {Replay} Undefined before `load`. */
  replay = /** @type {any} */ (undefined);
  /** @type {Moments} The moments of the replay. */
  moments = /** @type {any} */ (undefined);
  /** @type {Promise<boolean> | undefined} */
  growing;

  /**
   * `fetchPage(after)` fetches the frames after a fact, `boards` draws the game; `onGrowth()` is called each time that more
   * was asked for, before anything else is.
   * @param {{fetchPage: (after: number) => Promise<Updates>, boards: Boards, onGrowth: () => void}} options
   */
  constructor({ fetchPage, boards, onGrowth }) {
    this.fetchPage = fetchPage;
    this.boards = boards;
    this.onGrowth = onGrowth;
    this.targetSeq = 0;
  }

  /** Fetches the replay from its beginning: other eyes see another one. */
  async load() {
    this.replay = await Replay.whole(this.fetchPage);
    this.moments = new Moments(this.replay, this.boards);
  }

  get first() {
    return this.replay.first;
  }

  get last() {
    return this.replay.last;
  }

  /** Whether the match is over. */
  get isOver() {
    return Boolean(this.replay.at(this.replay.last).ended);
  }

  /** Loads new frames, up to fact `seq` if that is known, one request at a time. Returns whether the match is over. */
  update(seq = Infinity) {
    this.targetSeq = Math.max(this.targetSeq, seq);
    this.growing ??= this.grow().finally(() => (this.growing = undefined));
    return this.growing;
  }

  async grow() {
    while (this.targetSeq > this.last) {
      this.targetSeq = 0;
      await this.replay.grow(this.fetchPage);
      this.moments.read();
      this.onGrowth();
    }
    return this.isOver;
  }
}

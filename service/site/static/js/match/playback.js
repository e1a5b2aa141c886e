/** Plays the facts that have come, one after the other, at a pace that is chosen once and remembered. */

const KEPT = "recount.pace";

/** Milliseconds: between two facts, before a turn, for one answer at most, and for all missed facts at most. */
/** @type {Record<string, {fact: number, turn: number, answer: number, all: number}>} */
const PACES = {
  instant: { fact: 0, turn: 0, answer: 0, all: 0 },
  normal: { fact: 260, turn: 800, answer: 1200, all: 12000 },
  slow: { fact: 700, turn: 1600, answer: 4000, all: 60000 },
};

/**
 * Returns the next of the facts `seq` + 1 to `last` to show: the first with a visible change, or the last.
 * @param {number} seq @param {number} last @param {(seq: number) => boolean} visible
 */
export function following(seq, last, visible) {
  let next = seq + 1;
  while (next < last && !visible(next)) next += 1;
  return next;
}

/**
 * Returns the milliseconds before the next fact, with `left` facts, `answers` of them answers, to show. Before a turn there is
 * time to see the end of the last one.
 * @param {string} pace @param {number} left @param {number} answers
 */
export function beat(pace, left, answers, isTurn = false) {
  const { fact, turn, answer, all } = PACES[pace];
  return Math.min(isTurn ? turn : Math.min(fact, (answer * Math.max(1, answers)) / left), all / left);
}

export class Playback {
  /**
   * `visible(seq)` returns whether fact `seq` changes the board, `begins(seq)` whether it begins a turn; `played(seq)` shows
   * it, `skipped()` the last.
   * @param {{visible: (seq: number) => boolean, begins: (seq: number) => unknown, played: (seq: number) => void,
   *   skipped: () => void}} options
   */
  constructor({ visible, begins, played, skipped }) {
    this.visible = visible;
    this.begins = begins;
    this.played = played;
    this.skipped = skipped;
    this.name = remembered();
    /** @type {number | undefined} */
    this.timer = undefined;
    document.addEventListener("visibilitychange", () => document.hidden && this.timer && this.skip());
  }

  /** Whether all facts are shown at once, by choice or in a hidden tab. */
  get atOnce() {
    return this.name === "instant" || document.hidden;
  }

  get pace() {
    return this.name;
  }

  /**
   * The factor of the duration of a motion, with `left` facts, `answers` of them answers, to show.
   * @param {number} left @param {number} answers
   */
  tempo(left, answers) {
    return beat(this.name, Math.max(1, left), answers) / PACES.normal.fact;
  }

  set pace(name) {
    this.name = name;
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      // This browser keeps nothing: it is for this page only.
    }
    if (this.timer && this.atOnce) this.skip();
  }

  /**
   * Sees to it that facts `seq` + 1 to `last`, `answers` of them answers, are being played; or that none are.
   * @param {number} seq @param {number} last @param {number} answers
   */
  from(seq, last, answers) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (seq >= last) return;
    const next = following(seq, last, this.visible);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.played(next);
      },
      beat(this.name, last - seq, answers, Boolean(this.begins(next))),
    );
  }

  skip() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.skipped();
  }
}

function remembered() {
  try {
    const stored = localStorage.getItem(KEPT);
    return stored && stored in PACES ? stored : "normal";
  } catch {
    return "normal";
  }
}

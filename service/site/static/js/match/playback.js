/** Plays the facts that have come, one after the other, at a pace that is chosen once and remembered. */

const KEPT = "recount.pace";

/** Milliseconds: between two facts, of one answer at most, and of all that has to be caught up with. */
const PACES = {
  instant: { fact: 0, answer: 0, all: 0 },
  normal: { fact: 260, answer: 1200, all: 12000 },
  slow: { fact: 700, answer: 4000, all: 60000 },
};

/** Returns which of the facts `seq` + 1 to `last` is shown next: the first that changes what is drawn, or the last. */
export function following(seq, last, visible) {
  let next = seq + 1;
  while (next < last && !visible(next)) next += 1;
  return next;
}

/** Returns after how many milliseconds the next fact is shown, where `left` facts, `answers` of them answers, are left. */
export function beat(pace, left, answers) {
  const { fact, answer, all } = PACES[pace];
  return Math.min(fact, (answer * Math.max(1, answers)) / left, all / left);
}

export class Playback {
  /** `visible(seq)` tells whether fact `seq` changes what is drawn; `played(seq)` shows it, `skipped()` the last. */
  constructor({ visible, played, skipped }) {
    this.visible = visible;
    this.played = played;
    this.skipped = skipped;
    this.name = remembered();
    document.addEventListener("visibilitychange", () => document.hidden && this.timer && this.skip());
  }

  /** Whether everything is shown at once: it was chosen, or nobody looks. */
  get atOnce() {
    return this.name === "instant" || document.hidden;
  }

  get pace() {
    return this.name;
  }

  /** How many times as long as at the normal pace a motion takes, where `left` facts, `answers` of them answers, are left. */
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

  /** Sees to it that facts `seq` + 1 to `last`, `answers` of them answers, are being played; or that none are. */
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
      beat(this.name, last - seq, answers),
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
    const kept = localStorage.getItem(KEPT);
    return kept && kept in PACES ? kept : "normal";
  } catch {
    return "normal";
  }
}

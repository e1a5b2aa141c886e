/** The course of the chances below the track of the scrubber, with a mark for each answer that gave much away. */

/** @import { Judged } from "../../contract.d.ts" */
/** @import { Series } from "../../lib/charts.js" */
/** @import { Losses } from "../../pages.d.ts" */
/** @import { Moments } from "../../replay/moments.js" */

import { percent } from "../../lib/charts.js";
import { find, h, query, queryAll, s } from "../../lib/dom.js";
import { storyLine } from "../../replay/story-line.js";
import { colon, t } from "../../lib/i18n.js";

/** The marks of slips, mistakes and blunders. */
const MARKS = ["?!", "?", "??"];
const NAMES = [t("Slip"), t("Mistake"), t("Blunder")];
const HIGH = 100;
const SCALE = [1, 0.5, 0];
const APART = 0.03; // of the length of the match, which the sign of a mark takes
const TITLE = 64; // pixels, with the room around it

/** @typedef {{kind: number, sign: string, name: string}} Mark */

/**
 * The mark of a loss, `{kind, sign, name}`, if it is great enough; `losses` are the least ones of each kind.
 * @param {number} loss @param {Losses} losses
 */
export function markOf(loss, losses) {
  const kind = losses.findLastIndex((least) => loss >= least);
  return kind < 0 ? undefined : { kind, sign: MARKS[kind], name: NAMES[kind] };
}

/**
 * The judged answers with a mark, without those next to a graver one, up to fact `last`.
 * @param {Judged[]} answers @param {Losses} losses @param {number} last @returns {(Judged & {mark: Mark})[]}
 */
export function gravest(answers, losses, last) {
  const judged = answers.flatMap((answer) => {
    const mark = markOf(answer.loss, losses);
    return mark ? [{ ...answer, mark }] : [];
  });
  /** @type {(Judged & {mark: Mark})[]} */
  const apart = [];
  for (const each of judged.sort((one, other) => other.loss - one.loss))
    if (apart.every(({ seq }) => Math.abs(seq - each.seq) >= APART * last)) apart.push(each);
  return apart;
}

export class ChancesStrip {
  /**
   * `losses` are the least losses of a slip, a mistake and a blunder; `go(seq)` shows a moment.
   * @param {{losses: Losses, go: (seq: number) => void}} options
   */
  constructor({ losses, go }) {
    this.losses = losses;
    this.go = go;
    this.root = h("div", { class: "chances-strip" });
  }

  /** Makes room for the chances: at once for those who ask for them, and from the start where a match is over. */
  open() {
    if (!this.root.isConnected) query(".track", find("scrubber")).append(this.root);
  }

  close() {
    this.root.remove();
  }

  /**
   * Draws the chances of `series` (see lib/charts.js) up to fact `last`, titles of `moments`, and marks at `answers`.
   * @param {Series[]} series @param {Judged[]} answers @param {Moments} moments @param {number} last
   */
  show(series, answers, moments, last) {
    this.open();
    /** @param {number} seq */
    const along = (seq) => (100 * (seq - 1)) / Math.max(1, last - 1);
    const label = t("Chances of winning before every answer; the turning points are marked");
    const judged = gravest(answers, this.losses, last);
    const scale = series.length ? SCALE : [];
    const room = (100 * TITLE) / (this.root.clientWidth || innerWidth);
    /** @type {HTMLElement[]} */
    const fitting = [];
    let next = Infinity; // title, from the last one back
    for (const [seq, title] of titles(moments).reverse()) {
      const place = Math.min(along(seq), 100 - room);
      if (place + room <= next) fitting.push(this.title(title, (next = place)));
    }
    this.root.replaceChildren(
      s(
        "svg",
        {
          class: "chart thin",
          viewBox: `0 0 100 ${HIGH}`,
          preserveAspectRatio: "none",
          role: "img",
          "aria-label": label,
        },
        scale.map(scaleLine),
        series.map((each) => line(each, along)),
      ),
      ...scale.map(scaleMark),
      ...fitting,
      ...judged.map((each) => this.mark(each, along, series)),
    );
    this.markStory(answers);
  }

  /** Marks the lines of the story, the gravest answer last. @param {Judged[]} answers */
  markStory(answers) {
    for (const each of queryAll("[data-mark]", find("story"))) delete each.dataset.mark;
    for (const { seq, loss } of [...answers].sort((one, other) => one.loss - other.loss)) {
      const mark = markOf(loss, this.losses);
      const line = mark && shownLine(storyLine(seq + 1));
      if (line) line.dataset.mark = mark.sign;
    }
  }

  /** The title of a round or turn at its beginning. @param {string} text @param {number} percents */
  title(text, percents) {
    const title = h("small", { "aria-hidden": "true" }, text);
    title.style.setProperty("left", `${percents}%`);
    return title;
  }

  /**
   * A mark above the moment of a judged answer. The list of the review has a button for the same moment.
   * @param {Judged & {mark: Mark}} judged @param {(seq: number) => number} along @param {Series[]} series
   */
  mark({ seq, seat, mark: { kind, name, sign } }, along, series) {
    const mark = h(
      "i",
      {
        class: kind < 1 ? "flaw" : "flaw grave",
        title: `${name}${colon}${series[seat].name}`,
        "aria-hidden": "true",
        onclick: () => this.go(seq),
      },
      sign,
    );
    mark.style.setProperty("left", `${along(seq)}%`);
    return mark;
  }
}

/** @param {number} share */
const scaleLine = (share) =>
  s("line", { class: "grid", x1: 0, x2: 100, y1: HIGH * (1 - share), y2: HIGH * (1 - share) });

/** A number of the scale, beside its line. @param {number} share */
function scaleMark(share) {
  const mark = h("span", { class: "scale", "aria-hidden": "true" }, percent(share));
  mark.style.setProperty("--share", String(share));
  return mark;
}

/** The line itself, or the last one before a line without a sentence. @param {any} line */
function shownLine(line) {
  let shown = line;
  while (shown?.matches(".silent")) shown = shown.previousElementSibling;
  return shown;
}

/**
 * The beginnings of rounds with their titles, or of turns in a game without rounds.
 * @param {Moments} moments @returns {[number, string][]}
 */
function titles({ rounds, turns }) {
  const hasRounds = rounds.length > 1;
  const [, ...begins] = hasRounds ? rounds : turns;
  return begins.map((seq, n) => [
    seq,
    hasRounds ? t("Round {round}", { round: n + 1 }) : t("Turn {turn}", { turn: n + 1 }),
  ]);
}

/** @param {Series} series @param {(seq: number) => number} along */
function line({ seat, points }, along) {
  /** @param {"value" | "low" | "high"} of */
  const path = (of) => points.map((point) => `${along(point.seq)},${HIGH * (1 - point[of])}`);
  return s(
    "g",
    { class: `seat-${seat}` },
    s("polygon", { class: "band", points: [...path("high"), ...path("low").reverse()].join(" ") }),
    s("polyline", { class: seat % 2 ? "line odd" : "line", points: path("value").join(" ") }),
  );
}

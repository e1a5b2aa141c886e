/** The course of the chances below the track of the scrubber, with a mark for each answer that gave much away. */

import { find, h, query, queryAll, s } from "../../lib/dom.js";
import { colon, t } from "../../lib/i18n.js";

/** The marks of slips, mistakes and blunders. */
const MARKS = ["?!", "?", "??"];
const NAMES = [t("Slip"), t("Mistake"), t("Blunder")];
const HIGH = 100;

export class ChancesStrip {
  /** `losses` are the least losses of a slip, a mistake and a blunder; `go(seq)` shows a moment. */
  constructor({ losses, go }) {
    this.losses = losses;
    this.go = go;
    this.root = h("div", { class: "chances-strip" });
  }

  /** Makes room for the chances. A user who asks for them sees the board shrink at once, and not minutes later. */
  open() {
    if (!this.root.isConnected) query(".track", find("scrubber")).append(this.root);
  }

  close() {
    this.root.remove();
  }

  /** Draws the chances of `series` (see lib/charts.js) over facts `first` to `last`, and marks `answers`. */
  show(series, answers, first, last) {
    this.open();
    const along = (seq) => (100 * (seq - first)) / Math.max(1, last - first);
    const label = t("Chances of winning before every answer; the turning points are marked");
    const judged = answers
      .map((answer) => ({ ...answer, kind: this.losses.findLastIndex((least) => answer.loss >= least) }))
      .filter(({ kind }) => kind >= 0);
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
        s("line", { class: "grid", x1: 0, x2: 100, y1: HIGH / 2, y2: HIGH / 2 }),
        series.map((each) => line(each, along)),
      ),
      ...judged.map((each) => this.mark(each, along, series)),
    );
    for (const each of queryAll("[data-mark]", find("story"))) delete each.dataset.mark;
    for (const { seq, kind } of judged) {
      const told = query(`[data-seq="${seq + 1}"]`, find("story"));
      if (told) told.dataset.mark = MARKS[kind];
    }
  }

  /** A mark above the moment of a judged answer. The list of the review has a button for the same moment. */
  mark({ seq, seat, kind }, along, series) {
    const mark = h(
      "i",
      {
        class: kind < 1 ? "flaw" : "flaw grave",
        title: `${NAMES[kind]}${colon}${series[seat].name}`,
        "aria-hidden": "true",
        onclick: () => this.go(seq),
      },
      MARKS[kind],
    );
    mark.style.setProperty("left", `${along(seq)}%`);
    return mark;
  }
}

function line({ seat, points }, along) {
  const path = (of) => points.map((point) => `${along(point.seq)},${HIGH * (1 - point[of])}`);
  return s(
    "g",
    { class: `seat-${seat}` },
    s("polygon", { class: "band", points: [...path("high"), ...path("low").reverse()].join(" ") }),
    s("polyline", { class: seat % 2 ? "line odd" : "line", points: path("value").join(" ") }),
  );
}

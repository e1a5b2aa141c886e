/** Charts of chances: bars with their intervals, and lines with their bands. */

import { h, s } from "./dom.js";
import { colon } from "./i18n.js";

const WIDTH = 640;
const LONG = 420;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** A share as percents, as the language of the page writes them. @param {number} share */
export const percent = (share) =>
  share.toLocaleString(document.documentElement.lang, { style: "percent" }).replace("-", "−");

/** @param {string} text @param {number} most */
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * @typedef {{value: number, low: number, high: number}} Share
 * @typedef {{name: string, seat: number, share: Share}} Row
 * @typedef {{name: string, seat: number, points: (Share & {seq: number})[]}} Series
 */

/**
 * Draws a group of bars for each of `groups`: { title, given, rows }, each row being { name, seat, share } with a
 * share of { value, low, high }, the interval as a whisker.
 * @param {{title: string, given?: any, rows: Row[]}[]} groups
 * @param {string} label
 */
export function bars(groups, label) {
  const [left, right, tall, head] = [120, 60, 26, 30];
  const x = (/** @type {number} */ share) => left + share * (WIDTH - left - right);
  let y = 0;
  const groupElements = groups.map(({ title, given, rows }) => {
    const heading = s(
      "text",
      { class: given ? "title given" : "title", x: 0, y: y + 20 },
      cut(title, 78),
      s("title", {}, title),
    );
    y += head;
    return [heading, rows.map((row) => bar(row, (y += tall) - tall))];
  });
  const height = y + 26;
  const marks = QUARTERS.flatMap((share) => [
    s("line", { class: "grid", x1: x(share), x2: x(share), y1: head, y2: height - 22 }),
    s("text", { class: "soft", x: x(share), y: height - 6, "text-anchor": "middle" }, percent(share)),
  ]);
  return s(
    "svg",
    { class: "chart bars", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label },
    marks,
    groupElements.flat(2),
  );

  /** @param {Row} row @param {number} top */
  function bar({ name, seat, share: { value, low, high } }, top) {
    const middle = top + 10;
    return s(
      "g",
      { class: `seat-${seat}` },
      s("text", { class: "name", x: left - 10, y: middle + 5, "text-anchor": "end" }, cut(name, 14)),
      s("rect", { class: "bar", x: x(0), y: top, width: Math.max(1, x(value) - x(0)), height: 20, rx: 3 }),
      s("path", {
        class: "whisker",
        d: `M${x(low)} ${middle - 5}v10M${x(low)} ${middle}H${x(high)}M${x(high)} ${middle - 5}v10`,
      }),
      s("text", { x: WIDTH - right + 10, y: middle + 5 }, percent(value)),
      s("title", {}, `${name}${colon}${percent(value)} (${percent(low)}–${percent(high)})`),
    );
  }
}

/** The names of `players` with the lines of their chances. @param {string[]} players */
export const legend = (players) =>
  h(
    "ul",
    { class: "legend" },
    players.map((name, seat) =>
      h(
        "li",
        { class: `seat-${seat}` },
        h("i", { class: seat % 2 ? "odd" : "", "aria-hidden": "true" }),
        name,
      ),
    ),
  );

/**
 * Draws a line for each of `series`: { name, seat, points: [{ seq, value, low, high }] }, from fact 1 to `last`.
 * `go(seq)` is called when a point is clicked; `titleOf(seq)` names its moment, " · " before its details. With
 * `signOf(each, seq)`, which gives the sign of a point or nothing, names stand at the lines, and only signed points show.
 * @param {Series[]} series
 * @param {number} last
 * @param {string} label
 * @param {{go: (seq: number) => void, titleOf: (seq: number) => string, signOf?: (each: Series, seq: number) => string | false | undefined}} how
 */
export function course(series, last, label, { go, titleOf, signOf }) {
  const [left, right, top, height] = [50, 12, 12, 260];
  const x = (/** @type {number} */ seq) => left + ((seq - 1) / Math.max(1, last - 1)) * (LONG - left - right);
  const y = (/** @type {number} */ share) => top + (1 - share) * (height - top - 28);
  const grid = QUARTERS.flatMap((share) => [
    s("line", { class: "grid", x1: left, x2: LONG - right, y1: y(share), y2: y(share) }),
    s("text", { class: "soft", x: left - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
  ]);
  const seqs = [...new Set(series.flatMap(({ points }) => points.map(({ seq }) => seq)))];
  const middle = (/** @type {number} */ seq) => Math.min(x(seq), LONG - 36);
  const below = legible(seqs, middle, titleOf).map((seq) =>
    s("text", { class: "soft", x: middle(seq), y: height - 8, "text-anchor": "middle" }, short(titleOf(seq))),
  );
  const lines = series.map((each) => {
    const { name, seat, points } = each;
    const end = points.at(-1);
    const along = (/** @type {"value" | "low" | "high"} */ of) =>
      points.map((point) => `${x(point.seq)},${y(point[of])}`);
    return s(
      "g",
      { class: `seat-${seat}` },
      s("polygon", { class: "band", points: [...along("high"), ...along("low").reverse()].join(" ") }),
      s("polyline", { class: seat % 2 ? "line odd" : "line", points: along("value").join(" ") }),
      points.map((point) => {
        const sign = signOf?.(each, point.seq);
        if (signOf && !sign) return [];
        return dot(`${name}, ${titleOf(point.seq)}`, point, [x(point.seq), y(point.value)], go, sign);
      }),
      signOf && end && nameAt(name, end, LONG - right, y),
    );
  });
  return s(
    "svg",
    { class: "chart course", viewBox: `0 0 ${LONG} ${height}`, role: "img", "aria-label": label },
    grid,
    below,
    lines,
  );
}

/** @param {string} title */
const short = (title) => title.split(" · ")[0];

/**
 * The moments with another title than the previous one and with room for it, the last of them in any case.
 * @param {number[]} seqs
 * @param {(seq: number) => number} x
 * @param {(seq: number) => string} titleOf
 */
export function legible(seqs, x, titleOf, apart = 64) {
  const titles = seqs.sort((one, other) => one - other).map((seq) => ({ seq, title: short(titleOf(seq)) }));
  /** @type {number[]} */
  const labelled = [];
  for (const { seq } of titles.filter(({ title }, n) => title !== titles[n - 1]?.title).reverse()) {
    const [next] = labelled;
    if (x(seq) >= 64 && (next === undefined || x(next) - x(seq) >= apart)) labelled.unshift(seq);
  }
  return labelled;
}

/** @type {(title: string, point: Share & {seq: number}, at: number[], go: (seq: number) => void, sign?: string | false) => any} */
function dot(title, { seq, value, low, high }, [cx, cy], go, sign) {
  const label = `${title}${colon}${percent(value)} (${percent(low)}–${percent(high)})`;
  return s(
    "g",
    { class: "point", onclick: () => go(seq) },
    s("circle", { cx, cy, r: 5 }),
    sign && s("text", { class: "flaw-sign", x: cx, y: cy - 9, "text-anchor": "middle" }, sign),
    s("title", {}, label),
  );
}

/** The name of a line at its end, on the side with more room. @type {(name: string, end: Share, x: number, y: (share: number) => number) => any} */
const nameAt = (name, { value }, x, y) =>
  s(
    "text",
    { class: "name", x, y: y(value) + (value > 0.5 ? 18 : -10), "text-anchor": "end" },
    cut(name, 18),
  );

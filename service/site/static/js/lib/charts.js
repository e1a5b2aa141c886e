/** Charts of chances: bars with their intervals, and lines with their bands. */

import { s } from "./dom.js";
import { colon } from "./i18n.js";

const WIDTH = 640;
const LONG = 1000;
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** A share as percents, as the language of the page writes them. */
export const percent = (share) => share.toLocaleString(document.documentElement.lang, { style: "percent" });

const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/**
 * Draws a group of bars for each of `groups`: { title, given, rows }, each row being { name, seat, share } with a
 * share of { value, low, high }, the interval as a whisker.
 */
export function bars(groups, label) {
  const [left, right, tall, head] = [120, 60, 26, 30];
  const x = (share) => left + share * (WIDTH - left - right);
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

/**
 * Draws a line for each of `series`: { name, seat, points: [{ seq, value, low, high }] }, from fact 1 to `last`.
 * `go(seq)` is called when a point is clicked; `marked(seq)` returns whether a point is drawn and numbered.
 */
export function course(series, last, label, go, marked = (_seq) => true) {
  const [left, right, top, height] = [54, 120, 12, 300];
  const x = (seq) => left + ((seq - 1) / Math.max(1, last - 1)) * (LONG - left - right);
  const y = (share) => top + (1 - share) * (height - top - 28);
  const grid = QUARTERS.flatMap((share) => [
    s("line", { class: "grid", x1: left, x2: LONG - right, y1: y(share), y2: y(share) }),
    s("text", { class: "soft", x: left - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
  ]);
  const seqs = [...new Set(series.flatMap(({ points }) => points.map(({ seq }) => seq)))].filter(marked);
  const below = legible(seqs, x).map((seq) =>
    s("text", { class: "soft", x: x(seq), y: height - 8, "text-anchor": "middle" }, String(seq)),
  );
  const names = spread(series.map(({ points }) => y(points.at(-1)?.value ?? 0)));
  const lines = series.map(({ name, seat, points }, n) => {
    const along = (of) => points.map((point) => `${x(point.seq)},${y(point[of])}`);
    return s(
      "g",
      { class: `seat-${seat}` },
      s("polygon", { class: "band", points: [...along("high"), ...along("low").reverse()].join(" ") }),
      s("polyline", { class: seat % 2 ? "line odd" : "line", points: along("value").join(" ") }),
      points
        .filter(({ seq }) => marked(seq))
        .map((point) => dot(name, point, [x(point.seq), y(point.value)], go)),
      s("text", { class: "name", x: LONG - right + 12, y: names[n] + 4 }, cut(name, 14)),
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

/** The numbers of facts with enough distance from the previous one for a label. */
function legible(seqs, x, apart = 40) {
  const labelled = [];
  for (const seq of seqs.sort((one, other) => one - other))
    if (!labelled.length || x(seq) - x(labelled.at(-1)) >= apart) labelled.push(seq);
  return labelled;
}

function dot(name, { seq, value, low, high }, [cx, cy], go) {
  const label = `${name}, ${seq}${colon}${percent(value)} (${percent(low)}–${percent(high)})`;
  return s("circle", { class: "point", cx, cy, r: 5, onclick: () => go(seq) }, s("title", {}, label));
}

/** Moves heights apart so that names fit next to them. */
function spread(heights, apart = 16) {
  const order = heights.map((height, n) => [height, n]).sort((one, other) => one[0] - other[0]);
  for (let n = 1; n < order.length; n++) order[n][0] = Math.max(order[n][0], order[n - 1][0] + apart);
  const positions = [];
  for (const [height, n] of order) positions[n] = height;
  return positions;
}

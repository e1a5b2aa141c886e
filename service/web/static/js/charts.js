/** Charts of chances: bars with their intervals, and lines with their bands. */

import { s } from "./dom.js";

const WIDTH = 640;
const LONG = 1000;
const percent = (share) => Math.round(100 * share);

/**
 * Draws a bar for each of `rows`: { name, seat, given, share: { value, low, high } }, the interval as a whisker.
 */
export function bars(rows, label) {
  const [left, right, tall] = [230, 56, 30];
  const x = (share) => left + share * (WIDTH - left - right);
  const height = rows.length * tall + 26;
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    s("line", { class: "grid", x1: x(share), x2: x(share), y1: 4, y2: height - 22 }),
    s("text", { class: "soft", x: x(share), y: height - 6, "text-anchor": "middle" }, `${percent(share)} %`),
  ]);
  const drawn = rows.map(({ name, seat, given, share: { value, low, high } }, n) => {
    const y = n * tall + 6;
    const middle = y + 10;
    return s(
      "g",
      { class: `seat-${seat}` },
      s("text", { x: left - 10, y: middle + 5, "text-anchor": "end" }, name.length > 32 ? `${name.slice(0, 31)}…` : name),
      s("rect", { class: given ? "bar given" : "bar", x: x(0), y, width: Math.max(1, x(value) - x(0)), height: 20, rx: 3 }),
      s("path", { class: "whisker", d: `M${x(low)} ${middle - 5}v10M${x(low)} ${middle}H${x(high)}M${x(high)} ${middle - 5}v10` }),
      s("text", { x: WIDTH - right + 8, y: middle + 5 }, `${percent(value)} %`),
      s("title", {}, `${name}: ${percent(value)} % (${percent(low)}–${percent(high)} %)`),
    );
  });
  return s("svg", { class: "chart bars", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label }, marks, drawn);
}

/**
 * Draws a line for each of `series`: { name, seat, points: [{ seq, value, low, high }] }, from fact 1 to `last`.
 * `go(seq)` is called when a point is clicked.
 */
export function course(series, last, label, go) {
  const [left, right, top, height] = [54, 120, 12, 300];
  const x = (seq) => left + ((seq - 1) / Math.max(1, last - 1)) * (LONG - left - right);
  const y = (share) => top + (1 - share) * (height - top - 28);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    s("line", { class: "grid", x1: left, x2: LONG - right, y1: y(share), y2: y(share) }),
    s("text", { class: "soft", x: left - 6, y: y(share) + 4, "text-anchor": "end" }, `${percent(share)} %`),
  ]);
  const seqs = [...new Set(series.flatMap(({ points }) => points.map(({ seq }) => seq)))];
  const below = seqs.map((seq) => s("text", { class: "soft", x: x(seq), y: height - 8, "text-anchor": "middle" }, String(seq)));
  const names = spread(series.map(({ points }) => y(points.at(-1)?.value ?? 0)));
  const drawn = series.map(({ name, seat, points }, n) => {
    const along = (of) => points.map((point) => `${x(point.seq)},${y(point[of])}`);
    return s(
      "g",
      { class: `seat-${seat}` },
      s("polygon", { class: "band", points: [...along("high"), ...along("low").reverse()].join(" ") }),
      s("polyline", { class: seat % 2 ? "line odd" : "line", points: along("value").join(" ") }),
      points.map((point) => dot(name, point, [x(point.seq), y(point.value)], go)),
      s("text", { class: "name", x: LONG - right + 12, y: names[n] + 4 }, name.length > 14 ? `${name.slice(0, 13)}…` : name),
    );
  });
  return s("svg", { class: "chart course", viewBox: `0 0 ${LONG} ${height}`, role: "img", "aria-label": label }, grid, below, drawn);
}

function dot(name, { seq, value, low, high }, [cx, cy], go) {
  const told = `${name}, ${seq}: ${percent(value)} % (${percent(low)}–${percent(high)} %)`;
  return s("circle", { class: "point", cx, cy, r: 5, onclick: () => go(seq) }, s("title", {}, told));
}

/** Moves heights apart that are too near to each other for names to stand beside them. */
function spread(heights, apart = 16) {
  const order = heights.map((height, n) => [height, n]).sort((one, other) => one[0] - other[0]);
  for (let n = 1; n < order.length; n++) order[n][0] = Math.max(order[n][0], order[n - 1][0] + apart);
  const found = [];
  for (const [height, n] of order) found[n] = height;
  return found;
}

/** Most of what is in sight stays where it is, whatever grows or shrinks above it or in the midst of it. */

/** What stays the same thing however often it is drawn: parts of the board, of a Realm and of a location, and what stands beside. */
const PARTS =
  "#board > :not(.dock, :has([data-seat])), [data-seat] > :not(.locations), [data-place] > *, .beside > :not(.asking)";

/** What glides to its new place by itself; it moves with whatever it lies in. */
const GLIDES =
  "#board > :not(.dock), [data-seat], [data-seat] > *, [data-place], [data-place] > *, .beside > :not(.asking)";
const GLIDE = { duration: 200, easing: "ease-out" };
const noMotion = matchMedia("(prefers-reduced-motion: reduce)");
const gliding = [];

/**
 * Returns what `draw` returns. Where the table or the page is scrolled, it is scrolled on so that most of it stays;
 * what moves nevertheless glides if `glides` says so, for eyes to follow: 10 ms, too much for a scrubber.
 */
export function keepInSight(stage, draw, glides) {
  const tops = glides && !noMotion.matches ? topsInSight(stage) : [];
  for (const each of gliding.splice(0)) each.cancel();
  const scroller = [stage.querySelector(".table"), document.scrollingElement].find(
    (each) => each.scrollTop > 0,
  );
  const before = scroller ? inSight(stage, scroller) : [];
  const drawn = draw();
  const seen = new Map(); // how much of what was in sight has moved how far
  for (const [name, top, height] of before) {
    const part = stage.querySelector(name);
    if (!part?.checkVisibility()) continue;
    const moved = Math.round(part.getBoundingClientRect().top - top);
    seen.set(moved, (seen.get(moved) ?? 0) + height);
  }
  const [most] = [...seen].sort(([, one], [, other]) => other - one);
  if (most?.[0]) scroller.scrollTop += most[0];
  glide(tops);
  return drawn;
}

/** Returns what may glide of what is in sight, and where it is seen just now. */
function topsInSight(stage) {
  const tops = [...stage.querySelectorAll(GLIDES)].map((part) => [part, part.getBoundingClientRect()]);
  return tops
    .filter(([, { top, bottom }]) => bottom > 0 && top < innerHeight)
    .map(([part, { top }]) => [part, top]);
}

/** Lets what is not where it was, as `tops` say, glide from there to its place. */
function glide(tops) {
  const kept = tops.filter(([part]) => part.isConnected);
  const moved = new Map(kept.map(([part, top]) => [part, top - part.getBoundingClientRect().top]));
  for (const [part, by] of moved) {
    const rest = by - (moved.get(part.parentElement.closest(GLIDES)) ?? 0);
    if (Math.abs(rest) < 1) continue;
    const from = { transform: `translateY(${rest}px)` };
    gliding.push(part.animate([from, { transform: "none" }], GLIDE));
  }
}

/** Returns the parts in sight: a selector of each, where it is, and how much of it is seen. */
function inSight(stage, scroller) {
  const docked = [...stage.querySelectorAll(".dock:not(:empty), .asking")].filter(
    (each) => getComputedStyle(each).position === "sticky",
  );
  const first = Math.max(
    0,
    scroller === document.scrollingElement ? 0 : scroller.getBoundingClientRect().top,
  );
  const last = Math.min(
    innerHeight,
    ...docked.map(
      (each) => (each.matches(".dock") ? each : each.lastElementChild).getBoundingClientRect().top,
    ),
  );
  const found = [];
  for (const part of stage.querySelectorAll(PARTS)) {
    const { top, bottom } = part.getBoundingClientRect();
    const seen = Math.min(bottom, last) - Math.max(top, first);
    if (seen > 0) found.push([selector(part), top, seen]);
  }
  return found;
}

function selector(part) {
  const { id, className, dataset, children } = part.parentElement;
  const name = dataset.place
    ? `[data-place="${dataset.place}"]`
    : dataset.seat
      ? `[data-seat="${dataset.seat}"]`
      : id
        ? `#${id}`
        : `.${className}`;
  return `${name} > :nth-child(${[...children].indexOf(part) + 1})`;
}

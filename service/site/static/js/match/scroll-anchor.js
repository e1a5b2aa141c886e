/** Keeps visible things in place when content above or between them grows or shrinks. */

import { query, queryAll } from "../lib/dom.js";

/** The things with an identity across redraws: parts of the board, of a Realm, of a location and of the sidebar. */
const PARTS =
  "#board > :not(.dock, .realms, :has([data-seat])), .realms > :not(:has([data-seat])), [data-seat] > :not(.locations), [data-place] > *, .beside > *";

/** The things that glide to their new place. Others move with their parent. */
const GLIDES =
  "#board > :not(.dock), .realms > *, [data-seat], [data-seat] > *, [data-place], [data-place] > *, .beside > *";
const GLIDE = 200; // milliseconds
const noMotion = matchMedia("(prefers-reduced-motion: reduce)");
let cancelGlide = () => {};

/**
 * Draws, and scrolls the table or the page so that most visible things keep their place. The others glide if `glides` is true,
 * which takes 10 ms, too much for a scrubber.
 * @param {HTMLElement} stage @param {() => void} draw @param {boolean} glides
 */
export function keepInSight(stage, draw, glides) {
  const boxes = glides && !noMotion.matches ? measureBoxes(stage) : [];
  cancelGlide();
  const scroller = [query(".realms", stage), document.scrollingElement].find(
    (each) => each && each.scrollTop > 0,
  );
  const before = scroller ? inSight(stage, scroller) : [];
  draw();
  /** @type {Map<number, number>} */
  const shifts = new Map(); // visible heights by their shift
  for (const [name, top, height] of before) {
    const part = stage.querySelector(name);
    if (!part?.checkVisibility()) continue;
    const moved = Math.round(part.getBoundingClientRect().top - top);
    shifts.set(moved, (shifts.get(moved) ?? 0) + height);
  }
  const [most] = [...shifts].sort(([, one], [, other]) => other - one);
  if (most?.[0]) scroller.scrollTop += most[0];
  glide(boxes);
}

/**
 * Returns the things that may glide, with their boxes.
 * @param {HTMLElement} stage @returns {[HTMLElement, DOMRect][]}
 */
const measureBoxes = (stage) => queryAll(GLIDES, stage).map((part) => [part, part.getBoundingClientRect()]);

/** @param {DOMRect} box */
const isInWindow = ({ top, bottom }) => bottom > 0 && top < innerHeight;

/**
 * Lets visible things that moved since `boxes` glide to their place, and those that come into sight. Frame by frame,
 * because browsers count what moves below an animation of theirs as a jump.
 * @param {[HTMLElement, DOMRect][]} boxes
 */
function glide(boxes) {
  /** @type {Map<HTMLElement, number>} */
  const moved = new Map();
  for (const [part, before] of boxes) {
    const after = part.getBoundingClientRect();
    const isDrawn = before.height > 0 && after.height > 0;
    if (isDrawn && (isInWindow(before) || isInWindow(after))) moved.set(part, before.top - after.top);
  }
  const shifts = [...moved]
    .map(
      ([part, by]) =>
        /** @type {const} */ ([
          part,
          by - (moved.get(/** @type {HTMLElement} */ (part.parentElement?.closest(GLIDES))) ?? 0),
        ]),
    )
    .filter(([, shift]) => Math.abs(shift) >= 1);
  /** @type {number | undefined} */
  let start;
  let frame = 0;
  /** @param {number} share */
  const place = (share) => {
    for (const [part, shift] of shifts) part.style.transform = share ? `translateY(${shift * share}px)` : "";
  };
  /** @param {number} time */
  const step = (time) => {
    start ??= time; // the first frame may come late
    const share = Math.max(0, 1 - (time - start) / GLIDE) ** 2;
    place(share);
    if (share) frame = requestAnimationFrame(step);
  };
  cancelGlide = () => {
    cancelAnimationFrame(frame);
    place(0);
  };
  place(1);
  frame = requestAnimationFrame(step);
}

/**
 * Returns the picks on the board whose things can be read where they lie: not those of cards laid open far below.
 * @param {HTMLElement} board
 */
export const legiblePicks = (board) =>
  queryAll("[data-pick]", board)
    .filter((each) => !each.closest(".laid-open:not(.apart > *)"))
    .flatMap(({ dataset }) => dataset.pick.split(" "));

/**
 * Scrolls after a frame with the drawn board, because browsers count a scroll and a redraw in one frame as a jump.
 * @param {() => void} scroll
 */
export const afterRedraw = (scroll) => requestAnimationFrame(() => requestAnimationFrame(scroll));

/**
 * Scrolls the first choice on the board into view if none is visible, unless the user reads or writes beside the board.
 * @param {HTMLElement} stage
 */
export const revealPicks = (stage) => afterRedraw(() => scrollToPicks(stage));

/** Scrolls to the board if most of the window shows what follows it. */
export function scrollToBoard() {
  const board = query("#board .first");
  if (board && board.getBoundingClientRect().bottom < innerHeight / 2)
    board.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} stage */
function scrollToPicks(stage) {
  const picks = queryAll("#board :not(.dock *)[data-pick]", stage);
  const [first, last] = visibleBand(stage, stage.querySelector(".realms"));
  /** @param {HTMLElement} each */
  const isVisible = (each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top >= first && bottom <= last;
  };
  if (picks.some(isVisible) || stage.querySelector(".beside :focus")) return;
  picks[0]?.scrollIntoView({ block: "center" });
}

/**
 * Returns the visible parts: the selector, the place, and the visible height of each.
 * @param {HTMLElement} stage @param {Element} scroller
 */
function inSight(stage, scroller) {
  const [first, last] = visibleBand(stage, scroller);
  /** @type {[string, number, number][]} */
  const tops = [];
  for (const part of queryAll(PARTS, stage)) {
    const { top, bottom } = part.getBoundingClientRect();
    const height = Math.min(bottom, last) - Math.max(top, first);
    if (height > 0) tops.push([selector(part), top, height]);
  }
  return tops;
}

/**
 * Returns the top and the bottom of what `scroller` shows above the bar and the hand.
 * @param {HTMLElement} stage @param {Element | null} scroller @returns {[number, number]}
 */
function visibleBand(stage, scroller) {
  const docked = queryAll(".dock:not(:empty), .asking", stage).filter(
    (each) => getComputedStyle(each).position === "sticky",
  );
  const scrolls =
    scroller && scroller.scrollHeight > scroller.clientHeight && scroller !== document.scrollingElement;
  const { top, bottom } = scrolls ? scroller.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const last = Math.min(innerHeight, bottom, ...docked.map((each) => each.getBoundingClientRect().top));
  return [Math.max(0, top), last];
}

/** A part of a Realm is another one where it is not in front any more: nobody follows it there. @param {HTMLElement} part */
function selector(part) {
  const { id, className, dataset, children } = /** @type {HTMLElement} */ (part.parentElement);
  const name = dataset.place
    ? `[data-place="${dataset.place}"]`
    : dataset.seat
      ? `[data-seat="${dataset.seat}"]`
      : id
        ? `#${id}`
        : `.${className}`;
  const area = part.closest(".lead, .rest")?.classList[0];
  return `${area ? `.${area} ` : ""}${name} > :nth-child(${[...children].indexOf(part) + 1})`;
}

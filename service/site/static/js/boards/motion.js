/** Motions that boards have in common. Each is seen and gone: nothing of the page waits for one, or rests on it. */

import { h } from "../lib/dom.js";

/** Milliseconds at the normal pace. */
export const STEP = 80;
const FLIGHT = 320;
const BANNER = 400;

/** @param {DOMRect} box */
const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/**
 * Lets `element`, made for this, fly over the page from the middle of one rectangle to that of another.
 * @param {HTMLElement} element
 * @param {DOMRect} from
 * @param {DOMRect} to
 * @param {number} tempo
 */
export function fly(element, from, to, tempo, delay = 0) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const flyer = h("div", { class: "flyer", "aria-hidden": "true" }, element);
  flyer.style.setProperty("left", `${x1}px`);
  flyer.style.setProperty("top", `${y1}px`);
  document.body.append(flyer);
  const flight = flyer.animate(
    [
      { transform: "translate(-50%, -50%) scale(0.8)", opacity: 0.5 },
      { opacity: 1, offset: 0.2 },
      { opacity: 1, offset: 0.8 },
      { transform: `translate(-50%, -50%) translate(${x2 - x1}px, ${y2 - y1}px) scale(0.8)`, opacity: 0.3 },
    ],
    { duration: FLIGHT * tempo, delay, easing: "ease-in-out", fill: "backwards" },
  );
  flight.onfinish = flight.oncancel = () => flyer.remove();
}

/**
 * Announces a turn over the board. `content` is its player.
 * @param {Element} root
 * @param {number} tempo
 * @param {Node[]} content
 */
export function banner(root, tempo, ...content) {
  const strip = h("div", { class: "turn-banner", "aria-hidden": "true" }, ...content);
  root.append(strip);
  const animation = strip.animate(
    [
      { transform: "translateX(-4rem)", opacity: 0 },
      { transform: "none", opacity: 1, offset: 0.2 },
      { transform: "none", opacity: 1, offset: 0.8 },
      { transform: "translateX(4rem)", opacity: 0 },
    ],
    { duration: BANNER * Math.max(1, tempo) },
  );
  animation.onfinish = animation.oncancel = () => strip.remove();
}

/**
 * The rectangle of the first visible element that matches a selector, or nothing.
 * @param {Element} root
 * @param {string} selector
 */
export function visibleBox(root, selector) {
  const element = root.querySelector(selector);
  return element?.checkVisibility() ? element.getBoundingClientRect() : undefined;
}

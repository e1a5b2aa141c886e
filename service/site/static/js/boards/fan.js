/** A hand as a fan: each card turned a little, over its neighbour as far as room is scarce; one unfolds to be read. */

import { within } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const TURN = 1; // degrees between two cards
const MOST = 4; // degrees from the first card to the last
const DIP = 0.15; // pixels that a card lies lower, times the square of its degrees
const ROOMY = 7; // so many cards leave room for all of their texts
const WORD = 11; // letters of a word that the usual width holds

const narrow = matchMedia("(max-width: 56rem)"); // there the cards are titles only

/**
 * Lays out the cards of `list`. A mouse or the focus lifts one; a finger, or a mouse in a
 * narrow window, lifts one first, and plays or explains it then.
 * @param {HTMLElement} list
 */
export function fanned(list) {
  const cards = /** @type {HTMLElement[]} */ ([...list.children]);
  const widths = cards.map(widthOf);
  const turn = Math.min(TURN, MOST / Math.max(1, cards.length - 1));
  cards.forEach((card, index) => {
    const angle = (index - (cards.length - 1) / 2) * turn;
    card.style.setProperty("--turn", `${angle.toFixed(2)}deg`);
    card.style.setProperty("--dip", `${(DIP * angle * angle).toFixed(1)}px`);
    card.style.setProperty("--share", String(widths[index]));
  });
  const wider = widths.reduce((sum, width) => sum + width - 1, 0);
  list.style.setProperty("--cards", String(Math.min(cards.length, ROOMY) + wider));
  list.classList.add("fan");
  list.addEventListener("click", lift, true);
  return list;
}

/** The width that a card needs for its title and its text, as a multiple of the usual one. @param {Element} card */
function widthOf(card) {
  const [title, text] = [".title", ".text"].map((part) => card.querySelector(part)?.textContent ?? "");
  const words = title.split(/[\s-]+/).map(({ length }) => length);
  return Math.max(1, 0.8 + text.length / 150, Math.max(...words) / WORD);
}

/** @type {Element | undefined} The enlarged card, while a second tap on it is handled. */
let tapped;

/** Whether a second tap on an enlarged card of the hand chooses it: that is its confirmation. @param {string} pick */
export const isTappedTwice = (pick) => Boolean(tapped?.querySelector(`[data-pick~="${CSS.escape(pick)}"]`));

/** @param {PointerEvent} event */
function lift(event) {
  const list = /** @type {Element} */ (event.currentTarget);
  const card = within(event, ".fan > li");
  const before = list.querySelector(".lifted");
  const isLifting = event.pointerType === "touch" || (event.pointerType && narrow.matches);
  if (!isLifting || !card) return;
  if (card === before) {
    tapped = card;
    setTimeout(() => (tapped = undefined));
    return;
  }
  before?.classList.remove("lifted");
  card.classList.add("lifted");
  card.dataset.hint = t("Tap again to choose");
  card.scrollIntoView({ inline: "center", block: "nearest" });
  const isIdle = !list.querySelector("[data-pick]");
  if (isIdle || within(event, "[data-pick]")) event.stopPropagation(); // a card that cannot be played says why
}

// A tap outside the hand lowers the card again; the bar of the question, which moves then, stays under the finger.
addEventListener("pointerdown", ({ target }) => {
  if (target instanceof Element && !target.closest(".fan, .asking, [popover], dialog"))
    for (const card of document.querySelectorAll(".fan > .lifted")) card.classList.remove("lifted");
});

/**
 * The front page and Watch update themselves: boards, counts, turns. A card stays at its place, because somebody may be about
 * to click it; a button shows the cards that came or went. A challenge comes at once, and lies over the content.
 */

import { find, focused, h, query, queryAll } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { commitForms } from "../lib/nonce.js";
import { markSolved } from "../lib/solved-lessons.js";

const REST = 15_000; // milliseconds between two looks
const LISTS = "#challenges, .boards, .live, .play-now, .matches";

/** @type {HTMLElement | undefined} The content with other cards than those on the page. */
let newer;
const news = h("p", { class: "news", role: "status" });
const newsButton = h("button", { type: "button", onclick: showNews }, t("Show what is new"));

/** @param {Element} part */
const isInUse = (part) => part.contains(focused()) || part.matches(":hover");

/**
 * Returns the cards of a list by the address that each leads to, or by its place in a list that never changes.
 * @param {HTMLElement} list @returns {Map<string, HTMLElement>}
 */
function cardsOf(list) {
  if (list.matches("#challenges, .live")) return new Map([[query("iframe", list)?.src ?? "", list]]);
  const cards = /** @type {HTMLElement[]} */ ([...list.children]);
  if (list.matches(".play-now")) return new Map(cards.map((card, n) => [String(n), card]));
  return new Map(cards.map((card) => [card.querySelector("a")?.href ?? "", card]));
}

/** Returns the lists with the names of their cards in any order. @param {ParentNode} main */
const describe = (main) =>
  JSON.stringify(
    queryAll(LISTS, main).map((list) => [list.closest("section").id, [...cardsOf(list).keys()].sort()]),
  );

async function renew() {
  if (document.hidden) return;
  const headers = { Accept: "text/html" }; // programs get the API at the same address
  const reply = await fetch(location.href, { headers }).catch(() => undefined);
  if (!reply?.ok) return;
  const main = query("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
  const isSame = describe(main) === describe(find("main"));
  for (const list of queryAll(LISTS, main)) exchange(list);
  newer = isSame ? undefined : main;
  if (isSame || !news.hasChildNodes()) news.replaceChildren(...(isSame ? [] : [newsButton]));
  markSolved();
}

/** Puts the cards of a new list at the places of the same ones on the page. @param {HTMLElement} list */
function exchange(list) {
  const id = list.closest("section")?.id;
  const place = queryAll(LISTS).find(
    (each) => each.closest("section").id === id && each.className === list.className,
  );
  const newCards = cardsOf(list);
  for (const [name, card] of place ? cardsOf(place) : []) {
    const newCard = newCards.get(name);
    if (!newCard) continue;
    if (card.matches("#challenges:is([hidden], [data-arrived])")) newCard.dataset.arrived = "";
    if (!isInUse(card) && stateOf(card) !== stateOf(newCard)) card.replaceWith(newCard.cloneNode(true));
  }
}

/** Returns the state of a card, or the address of its frame: that one renews itself. @param {Element} card */
const stateOf = (card) => card.querySelector("iframe")?.src ?? card.outerHTML;

function showNews() {
  news.replaceChildren();
  if (newer) find("main").replaceChildren(...newer.childNodes);
  newer = undefined;
  find("main").focus({ preventScroll: true }); // the button is gone
  markSolved();
}

document.body.append(news);
commitForms();
markSolved();
setInterval(renew, REST);

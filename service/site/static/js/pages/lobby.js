/**
 * The front page updates itself: boards, active players, new matches. Lists are replaced in place. A new or removed list
 * moves the content below it, so that waits until nothing is in use. A challenge comes at once, and lies over the content.
 */

import { find, focused, query, queryAll } from "../lib/dom.js";
import { commitForms } from "../lib/nonce.js";
import { markSolved } from "../lib/solved-lessons.js";

const REST = 15_000; // milliseconds between two looks
const LISTS = "#challenges, .boards, .live, .play-now, .matches";

/** @param {ParentNode} page */
const places = (page) =>
  queryAll(LISTS, page).map((list) => `${list.closest("section").id} ${list.className}`);
/** @param {Element} part */
const isInUse = (part) => part.contains(focused()) || part.matches(":hover");

async function renew() {
  if (document.hidden) return;
  const headers = { Accept: "text/html" }; // programs get the API at the same address
  const reply = await fetch(location.href, { headers }).catch(() => undefined);
  if (!reply?.ok) return;
  const main = find("main");
  const newMain = query("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
  if (places(main).join() === places(newMain).join())
    exchange(queryAll(LISTS, main), queryAll(LISTS, newMain));
  else if (!isInUse(main)) main.replaceChildren(...newMain.childNodes);
  markSolved();
}

/** Returns the state of a list, or the address of its frame: that one renews itself. @param {HTMLElement} list */
const stateOf = (list) => list.querySelector("iframe")?.src ?? list.outerHTML;

/** @param {HTMLElement[]} lists @param {HTMLElement[]} newLists */
function exchange(lists, newLists) {
  lists.forEach((list, n) => {
    if (list.matches("#challenges:is([hidden], [data-arrived])")) newLists[n].dataset.arrived = "";
    if (!isInUse(list) && stateOf(list) !== stateOf(newLists[n])) list.replaceWith(newLists[n]);
  });
}

commitForms();
markSolved();
setInterval(renew, REST);

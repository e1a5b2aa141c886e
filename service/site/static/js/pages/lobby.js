/**
 * The front page goes on while somebody looks at it: boards, whose turn it is, what was opened since. Lists are exchanged
 * where they stand. One that is new, or gone, moves what is below it: that waits until nobody points at anything.
 */

import { all, find, focused, one } from "../lib/dom.js";
import { fillNonces } from "../lib/nonce.js";

const REST = 15_000; // milliseconds between two looks
const LISTS = ".boards, .play-now, .matches";

const places = (page) => all(LISTS, page).map((list) => `${list.closest("section").id} ${list.className}`);
const worked = (place) => place.contains(focused()) || place.matches(":hover");

async function renew() {
  if (document.hidden) return;
  const headers = { Accept: "text/html" }; // the same address tells programs of the API
  const reply = await fetch(location.href, { headers }).catch(() => undefined);
  if (!reply?.ok) return;
  const shown = find("main");
  const fresh = one("main", new DOMParser().parseFromString(await reply.text(), "text/html"));
  if (places(shown).join() === places(fresh).join()) exchange(all(LISTS, shown), all(LISTS, fresh));
  else if (!worked(shown)) shown.replaceChildren(...fresh.childNodes);
}

function exchange(shown, fresh) {
  shown.forEach((list, n) => {
    if (!worked(list) && list.outerHTML !== fresh[n].outerHTML) list.replaceWith(fresh[n]);
  });
}

addEventListener("submit", fillNonces);
setInterval(renew, REST);

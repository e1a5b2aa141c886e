/** The front page goes on while somebody looks at it: boards, and whose turn it is; nothing that is not a board moves. */

import { all } from "../lib/dom.js";

const REST = 15_000; // milliseconds between two looks
const LISTS = ".boards, .play-now";

async function renew() {
  const reply = document.hidden ? undefined : await fetch(location.href).catch(() => undefined);
  if (!reply?.ok) return;
  const fresh = all(LISTS, new DOMParser().parseFromString(await reply.text(), "text/html"));
  const shown = all(LISTS);
  if (fresh.length !== shown.length) return; // another page by now: whoever loads it anew sees it
  shown.forEach((list, n) => {
    const worked = list.contains(document.activeElement) || list.matches(":hover");
    if (!worked && list.outerHTML !== fresh[n].outerHTML) list.replaceWith(fresh[n]);
  });
}

setInterval(renew, REST);

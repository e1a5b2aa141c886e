/** The kiosk of check-in: names are filtered while they are typed, and go once their players are present. */

import { follow } from "../../tournament/live.js";
import { refresher } from "../../tournament/regions.js";
import { data, find, queryAll } from "../../lib/dom.js";
import { fillKey } from "../../lib/key-link.js";

const CONFIRMATION_MILLISECONDS = 10_000; // then the next player is not greeted by another's name
const page = data("data");
fillKey();

/** Folds case and accents, so that `emile` finds Émile. @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Shows the names that contain the text of the field. */
function filter() {
  const text = folded(find("find")?.value.trim() ?? "");
  for (const button of queryAll("#players button"))
    button.hidden = !folded(button.textContent).includes(text);
}

const refresh = refresher(location.pathname, filter);
find("find")?.addEventListener("input", filter);
if (find("find")) {
  find("find").focus();
  history.replaceState(null, "", location.pathname);
  setTimeout(() => find("done").replaceChildren(), CONFIRMATION_MILLISECONDS);
}
if (!page.over)
  follow(page, ({ event }) => {
    if (/CheckIn(Opened|Closed|Cancelled)$/.test(event.type)) location.replace(location.pathname);
    else refresh();
  });

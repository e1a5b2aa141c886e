/** A player's own table: shows a new round at once, unless something is being filled in; a link brings its key. */

import { follow, tick } from "../tournament/live.js";
import { data, find, focused, one } from "../lib/dom.js";
import { fillNonces } from "../lib/nonce.js";

const page = data("data");
const [, key] = location.hash.match(/^#key=([\w-]+)$/) ?? [];
if (key) {
  history.replaceState(null, "", location.pathname + location.search);
  if (find("key")) {
    find("key").value = key;
    find("came").hidden = false;
    find("nobody").hidden = true;
    find("enter").focus(); // who comes with a link says so: it may be somebody else's
  }
}
fillNonces();
tick();
if (find("who") && !page.over)
  follow(page, () => {
    const busy = focused().closest("form") || one("details[open], input:checked");
    if (busy) find("news").hidden = false;
    else location.replace(location.pathname);
  });

/** Links with a key behind `#key=`: the key moves from the address into a form. */

import { find } from "./dom.js";

/** Fills in the key of the address, if the page asks for one; its visitor still says so. */
export function fillKey() {
  const [, key] = location.hash.match(/^#key=([\w-]+)$/) ?? [];
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  if (!find("key")) return;
  find("key").value = key;
  find("came").hidden = false;
  find("nobody").hidden = true;
  find("enter").focus(); // the visitor confirms it: the link may be another player's
}

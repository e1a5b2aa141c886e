/** Links that bring a key behind `#key=`: it goes into the field of a form, and out of the address. */

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
  find("enter").focus(); // who comes with a link says so: it may be somebody else's
}

/** The page of a rulebook: the sign of each term that has one, as the boards draw it, and the search while one types. */

import { sign } from "../faces/game/signs.js";
import { find, query, queryAll } from "../lib/dom.js";
import { finds, folded } from "../lib/search.js";

for (const place of queryAll("[data-sign]")) place.append(sign(place.dataset.sign));

const entries = queryAll(".entry").map((entry) => ({ entry, text: folded(words(entry)) }));

/** Returns the searchable text of an entry: its number, its term, its text, but not its sources. @param {Element} entry */
function words(entry) {
  return queryAll(".rule, dt, .told", entry)
    .map((part) => part.textContent)
    .join(" ");
}

/** Shows the entries that the field asks for, the titles above those, and how many rules they are. */
function search() {
  const wording = find("search").value;
  for (const { entry, text } of entries) entry.hidden = !finds(wording, text);
  for (const part of queryAll(".part")) part.hidden = !query(".entry:not([hidden])", part);
  for (const link of queryAll(".contents a")) link.parentElement.hidden = query(link.hash).hidden;
  find("found").textContent = wording.trim() ? String(queryAll(".numbered:not([hidden])").length) : "";
  const address = new URL(location.href);
  if (wording) address.searchParams.set("q", wording);
  else address.searchParams.delete("q");
  history.replaceState(history.state, "", address);
}

/** Ends a search that hides the rule of the address. */
function uncover() {
  if (!find(decodeURIComponent(location.hash.slice(1)))?.closest("[hidden]")) return;
  find("search").value = "";
  search();
  find(location.hash.slice(1)).scrollIntoView();
}

find("search").addEventListener("input", search);
find("search").form.addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
addEventListener("hashchange", uncover);
uncover();

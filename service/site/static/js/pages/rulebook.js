/** The page of a rulebook: the sign of each term that has one, as the boards draw it, and the search while one types. */

import { sign } from "../faces/game/signs.js";
import { all, find, one } from "../lib/dom.js";
import { finds, folded } from "../lib/search.js";

for (const place of all("[data-sign]")) place.append(sign(place.dataset.sign));

const entries = all(".entry").map((entry) => ({ entry, text: folded(words(entry)) }));

/** Returns what is searched of an entry: its number, its term, what it says; not where it is printed. */
function words(entry) {
  return all(".rule, dt, .told", entry)
    .map((part) => part.textContent)
    .join(" ");
}

/** Shows the entries that the field asks for, the titles above those, and how many rules they are. */
function search() {
  const query = find("search").value;
  for (const { entry, text } of entries) entry.hidden = !finds(query, text);
  for (const part of all(".part")) part.hidden = !one(".entry:not([hidden])", part);
  for (const link of all(".contents a")) link.parentElement.hidden = one(link.hash).hidden;
  find("found").textContent = query.trim() ? String(all(".numbered:not([hidden])").length) : "";
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(history.state, "", address);
}

/** Ends a search that hides the rule which the address leads to. */
function uncover() {
  if (!find(decodeURIComponent(location.hash.slice(1)))?.closest("[hidden]")) return;
  find("search").value = "";
  search();
  find(location.hash.slice(1)).scrollIntoView();
}

find("search").addEventListener("input", search);
find("search").form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", uncover);
uncover();

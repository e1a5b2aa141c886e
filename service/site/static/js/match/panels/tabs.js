/**
 * The tabs of the panel beside the board (WAI-ARIA, tabs with automatic activation). The browser stores the open one; a running
 * match of one's own opens with the story.
 */

/** @import { MatchData } from "../../pages.d.ts" */

import { data, find, queryAll } from "../../lib/dom.js";
import { store, storedValue } from "../../lib/preferences.js";
import { emit } from "../events.js";

const KEY = "recount.panel";
/** @type {Record<string, number>} */
const NEXT = { ArrowRight: 1, ArrowLeft: -1 };

const tabs = queryAll("#panel [role=tab]");
/** @type {MatchData} */
const { seats, over } = data("page");
const storedName = seats.length && !over ? "" : storedValue(KEY, "");
/** @param {HTMLElement} tab */
const paneOf = (tab) => find(tab.getAttribute("aria-controls") ?? "");
const visibleTabs = () => tabs.filter((tab) => !tab.hidden);

/** @param {HTMLElement} tab */
function show(tab) {
  for (const each of tabs) {
    const isOpen = each === tab;
    each.setAttribute("aria-selected", String(isOpen));
    each.tabIndex = isOpen ? 0 : -1;
    paneOf(each).hidden = !isOpen;
  }
  emit("tab", tab.id);
}

/** Opens a tab of the panel until the page is left. @param {string} name */
export const openTab = (name) => show(find(`tab-${name}`));

/** Whether a tab is open. @param {string} name */
export const isOpen = (name) => !find(`pane-${name}`).hidden;

/** @param {HTMLElement} tab */
function choose(tab) {
  show(tab);
  if (tab.id !== "tab-cases") store(KEY, tab.id.replace("tab-", "")); // no other match opens with its judge
}

for (const tab of tabs) tab.addEventListener("click", () => choose(tab));

find("panel").addEventListener("keydown", (/** @type {KeyboardEvent & {target: HTMLElement}} */ event) => {
  if (!event.target.matches("[role=tab]")) return;
  const offered = visibleTabs();
  const at = offered.indexOf(event.target);
  const ends = new Map([
    ["Home", offered[0]],
    ["End", offered.at(-1)],
  ]);
  const to = event.key in NEXT ? offered.at((at + NEXT[event.key]) % offered.length) : ends.get(event.key);
  if (!to) return;
  event.preventDefault();
  choose(to);
  to.focus();
});

const storedTab = visibleTabs().find((tab) => tab.id === `tab-${storedName}`);
if (storedTab) show(storedTab);

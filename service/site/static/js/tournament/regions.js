/** Regions of a page (`data-live`) that follow the tournament, while the rest keeps its input. */

import { find, focused, queryAll } from "../lib/dom.js";

const PAUSE_MILLISECONDS = 250; // between two loads, as facts come in bursts

/**
 * Returns a function that loads `address` and puts its regions in the place of those of the page.
 * Calls during a load lead to one more load. `shown` gets the loaded document.
 * @param {string} address
 * @param {(fresh: Document) => void} onChange
 */
export function refresher(address, onChange) {
  let loading = false;
  let isWanted = false;
  return async function refresh() {
    isWanted = true;
    if (loading) return;
    loading = true;
    while (isWanted) {
      isWanted = false;
      const newPage = await load(address);
      if (newPage) {
        replaceRegions(newPage);
        onChange(newPage);
      }
      await new Promise((next) => setTimeout(next, PAUSE_MILLISECONDS));
    }
    loading = false;
  };
}

/** Returns the document at `address`; nothing when the service cannot be reached. @param {string} address */
async function load(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => undefined);
  if (!response?.ok) return undefined;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Puts the regions of `newPage` in the place of those of the page that hold nothing typed. @param {Document} newPage */
export function replaceRegions(newPage) {
  for (const region of queryAll("[data-live]")) {
    const next = newPage.getElementById(region.id);
    if (!region.isConnected || !next || isBusy(region) || next.isEqualNode(region)) continue;
    const { id } = region.contains(focused()) ? focused() : { id: "" };
    region.replaceWith(document.importNode(next, true));
    if (id) find(id)?.focus({ preventScroll: true });
  }
}

/** Returns whether a region is in use: an open form, a field with the focus or another value. @param {HTMLElement} region */
function isBusy(region) {
  if (region.querySelector("details[open]")) return true;
  return queryAll("input:not([type=hidden]), select, textarea", region).some(
    (field) =>
      !field.disabled &&
      (field === focused() ||
        (field.type === "checkbox" || field.type === "radio"
          ? field.checked !== field.defaultChecked
          : field.tagName === "SELECT"
            ? ![...field.options].every((option) => option.selected === option.defaultSelected) &&
              field.selectedIndex > 0
            : field.value !== field.defaultValue)),
  );
}

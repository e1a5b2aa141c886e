/** The page of a case file: it can be printed, and its times are in the zone of the reader. */

import { post } from "../lib/api.js";
import { find, query, queryAll } from "../lib/dom.js";

find("print").addEventListener("click", () => window.print());
for (const time of queryAll("time"))
  time.textContent = new Date(/** @type {HTMLTimeElement} */ (time).dateTime).toLocaleString(
    document.documentElement.lang,
    {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      timeZoneName: "short",
    },
  );
find("remark")?.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const form = find("remark");
  const { path, viewer, page } = form.dataset;
  const text = query("textarea", form).value;
  const button = query("button", form);
  button.disabled = true;
  try {
    await post(path, path.endsWith("answers") ? { text, evidence: [] } : { text }, { viewer });
    location.replace(page);
  } catch (problem) {
    button.disabled = false;
    query(".trouble", form).textContent = problem.message;
  }
});
// Paper has no way to unfold the proof.
addEventListener("beforeprint", () => {
  for (const folded of queryAll("details")) /** @type {HTMLDetailsElement} */ (folded).open = true;
});

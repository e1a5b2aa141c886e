/** The state of a queue in a sentence, next to what people enter. */

/** @import { QueueState } from "./queue.js" */

import { plural, say, t } from "../lib/i18n.js";

const WAITING = plural(
  "Saved in this browser: {count} entry waits for the network.",
  "Saved in this browser: {count} entries wait for the network.",
);
const STOPPED = plural(
  "{count} entry was not sent: decide about the first one.",
  "{count} entries were not sent: decide about the first one.",
);

/**
 * Writes the state of a queue into an element that screen readers announce.
 * @param {HTMLElement} element
 * @param {QueueState} state
 */
export function showQueue(element, state) {
  const text = sentence(state);
  if (element.textContent !== text) element.textContent = text;
  element.dataset.queue = state.status;
}

/** @param {QueueState} state */
function sentence({ status, waiting, problem }) {
  const values = { count: waiting };
  switch (status) {
    case "sent":
      return t("Everything is sent.");
    case "sending":
      return t("Sending…");
    case "away":
      return say(WAITING, values);
    case "replaced":
      return t("Another device enters this match now. This one saves what it has as text only.");
    case "failed":
      return problem?.message ?? "";
    default:
      return say(STOPPED, values);
  }
}

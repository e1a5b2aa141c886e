/** A seat leaves a match of more than two, and the others play on. */

/** @import { RecordPage } from "./page.js" */

import { t } from "../lib/i18n.js";
import { sure } from "../match/answer/confirm.js";

/**
 * Lets the `form`, if the page has it, enter that a seat leaves, once the scribe confirms. `page` is that of the scribe.
 * @param {RecordPage} page @param {HTMLFormElement | null} form
 */
export function offerLeaving(page, form) {
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seat = Number(form.seat.value);
    const label = t("{player} leaves the match", { player: page.page.players[seat] });
    const text = t("The others play on, and the rules answer for the seat.");
    if (await sure(label, text, t("Leave the match"), t("Cancel")))
      await page.answer(seat, [], label, undefined, { leaves: true });
  });
}

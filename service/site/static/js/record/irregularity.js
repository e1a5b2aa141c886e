/** Something that happened against a rule: the table undid it, or play went on from the position as it is. */

import { get, post } from "../lib/api.js";
import { h, refocus } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** Returns the button that opens the dialog about a refused entry. `page` is the page of the scribe. */
export const irregularity = (page, refusal, attempt) =>
  h(
    "button",
    { type: "button", class: "happened", onclick: ({ target }) => open(page, refusal, attempt, target) },
    t("It happened all the same"),
  );

function open(page, refusal, { seat, text }, before) {
  const reason = h("input", { name: "reason", maxlength: 500, required: true, value: text });
  const position = h("textarea", { name: "position", rows: 5, spellcheck: "false", autocapitalize: "off" });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const dialog = h("dialog", { class: "which irregularity", "aria-label": t("It happened all the same") });
  const close = () => {
    dialog.close();
    dialog.remove();
    refocus(before);
  };
  const told = [];
  const note = async (body) => {
    try {
      await post(
        `/api/v1/matches/${page.page.match}/irregular`,
        { reason: reason.value, rule: refusal.rule ?? "", seat, ...body },
        { viewer: "scribe" },
      );
    } catch (problem) {
      trouble.textContent = problem.message;
      return;
    }
    close();
    page.refuse();
    await page.ask();
    page.sayLast();
  };
  const stands = h("details", { ontoggle: () => read(page, position, told, trouble) }, [
    h("summary", {}, t("It stands: write the position as it is now")),
    h("label", {}, t("Position"), position),
    h(
      "button",
      { type: "button", class: "stands", onclick: () => note({ position: position.value, told }) },
      t("Go on from here"),
    ),
  ]);
  dialog.append(
    h("h2", {}, t("It happened all the same")),
    h("p", {}, refusal.sentence),
    h("label", {}, t("What happened"), reason),
    h("button", { type: "button", class: "undone", onclick: () => note({}) }, t("The table undid it")),
    stands,
    trouble,
    h("button", { type: "button", class: "quiet", onclick: close }, t("Cancel")),
  );
  dialog.addEventListener("cancel", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Fills in the position before the refused entry, once. */
async function read(page, position, told, trouble) {
  if (position.value) return;
  try {
    const table = await get(`/api/v1/matches/${page.page.match}/position`, { viewer: "scribe" });
    position.value = table.position;
    told.push(...table.told);
  } catch (problem) {
    trouble.textContent = problem.message;
  }
}

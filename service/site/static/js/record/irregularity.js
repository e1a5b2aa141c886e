/** Something that happened against a rule: the table undid it, or play went on from the position as it is. */

/** @import { EntryRefusal } from "../contract.d.ts" */
/** @import { RecordPage } from "./page.js" */

import { post } from "../lib/api.js";
import { h, refocus } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { TablePosition } from "./table-position.js";

/** @typedef {{seat: number | null, reason: string, position?: string, told?: string[]}} Irregularity */

const MAX_REASON = 500; // characters

/**
 * Returns the buttons about a refused entry: one notes that it was undone, one asks for the board.
 * @param {RecordPage} page @param {EntryRefusal} refusal @param {{seat: number | null, text: string}} attempt
 */
export function irregularity(page, refusal, attempt) {
  const seat = attempt.seat;
  const reason = (attempt.text || refusal.sentence).slice(0, MAX_REASON);
  const keys = new Keys();
  const undo = async () => {
    try {
      await note(page, refusal, { seat, reason }, keys);
    } catch (problem) {
      page.fail(problem);
    }
  };
  const happen = (/** @type {{target: HTMLElement}} */ { target }) =>
    open(page, refusal, { seat, reason }, target);
  return [
    h("button", { type: "button", class: "happened undone", onclick: undo }, t("The table undid it")),
    h("button", { type: "button", class: "happened stands", onclick: happen }, t("It happened all the same")),
  ];
}

/** The key of a request, the same for the same body, so that a second tap after a lost reply writes nothing. */
class Keys {
  text = "";
  key = "";

  /** @param {unknown} body */
  find(body) {
    const text = JSON.stringify(body);
    if (text !== this.text) Object.assign(this, { text, key: crypto.randomUUID() });
    return this.key;
  }
}

/**
 * Writes the irregularity with `content`, unless an entry is on its way. Returns whether it did.
 * @param {RecordPage} page @param {EntryRefusal} refusal @param {Irregularity} content @param {Keys} keys
 */
async function note(page, refusal, content, keys) {
  if (page.busy) return false;
  const body = { rule: refusal.rule ?? "", ...content };
  page.wait(true);
  try {
    const how = { viewer: "scribe", key: keys.find(body) };
    await post(`/api/v1/matches/${page.page.match}/irregular`, body, how);
    await page.ask();
    page.refuse(); // the next tap is taken again
    page.sayLast();
    return true;
  } finally {
    page.wait(false);
  }
}

/** @param {RecordPage} page @param {EntryRefusal} refusal @param {Irregularity} content @param {HTMLElement} before */
function open(page, refusal, { seat, reason }, before) {
  const why = h("input", { name: "reason", maxlength: MAX_REASON, required: true, value: reason });
  const trouble = h("p", { class: "trouble", role: "alert" });
  const dialog = h("dialog", { class: "which irregularity", "aria-label": t("It happened all the same") });
  const table = new TablePosition(page.page, { ...page, viewer: "scribe" });
  const close = () => {
    dialog.close();
    dialog.remove();
    refocus(before);
  };
  const keys = new Keys();
  const stand = async () => {
    if (!(await table.settle())) return table.start();
    try {
      if (await note(page, refusal, { seat, reason: why.value, ...table.position }, keys)) close();
    } catch (problem) {
      trouble.textContent = problem.message;
    }
  };
  dialog.append(
    h("h2", {}, t("It happened all the same")),
    h("p", {}, refusal.sentence),
    h("label", {}, t("What happened"), why),
    h("p", {}, t("Put the board as it is now.")),
    table.root,
    trouble,
    h(
      "div",
      { class: "endings cluster" },
      h("button", { type: "button", class: "stands", onclick: stand }, t("Go on from here")),
      h("button", { type: "button", class: "quiet", onclick: close }, t("Cancel")),
    ),
  );
  dialog.addEventListener("cancel", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  table.start();
}

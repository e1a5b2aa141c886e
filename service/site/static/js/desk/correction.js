/** A correction: an edit of the current position on the board. */

/** @import { Attempt, Boards, DeskData, Editor, LaidPosition } from "../pages.d.ts" */
/** @import { Edit } from "../faces/game/editor.d.ts" */

import { post, refusal } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { PositionEditor } from "../study/editor.js";

/** @type {Record<string, string>} */
const PLACES = {
  board: "correction-board",
  panel: "correction-panel",
  hint: "correction-hint",
  told: "correction-told",
};

export class Correction {
  /** @type {LaidPosition | undefined} The edited position. */
  laid;

  /**
   * `judging()` returns whether the judge sees everything, which editing requires; `changed()` is called after an edit.
   * @param {(id: string) => any} find
   * @param {DeskData & {boards: Boards, editor: Editor, judging: () => boolean, changed: () => void, trouble: Attempt}} how
   */
  constructor(find, { match, boards, editor, catalogue, players, words, judging, changed, trouble }) {
    this.find = find;
    this.match = match;
    this.words = words;
    this.judging = judging;
    this.changed = changed;
    this.trouble = trouble;
    const change = (/** @type {Edit[]} */ edits) => this.edit(edits);
    const places = (/** @type {string} */ id) => find(PLACES[id]);
    this.editor = new PositionEditor(places, { boards, editor, catalogue, words, change, players });
    this.done = Promise.resolve();
    find("correction-anew").addEventListener("click", () => {
      this.clear();
      trouble(() => this.start());
    });
    this.clear();
  }

  /** Discards the edits. */
  clear() {
    this.laid = undefined;
    this.position = "";
    this.editor.clear();
  }

  /** Shows the current position, unless it is being edited. */
  async start() {
    if (this.laid || !this.judging()) return;
    const laid = await this.asks({});
    this.stands = laid.position;
    this.show(laid);
  }

  /**
   * Applies edits to the position one after the other. A refused edit shows an error and changes nothing.
   * @param {Edit[]} edits
   */
  edit(edits) {
    this.done = this.done.then(() =>
      this.trouble(async () => {
        try {
          this.show(await this.asks({ position: this.position, edits }));
        } catch (problem) {
          this.editor.draw();
          throw problem;
        }
      }),
    );
  }

  /** @param {{position?: string, edits?: Edit[]}} body @returns {Promise<LaidPosition>} */
  asks(body) {
    return post(`/m/${this.match}/desk/position`, body, { viewer: "judge" });
  }

  /** @param {LaidPosition} laid */
  show(laid) {
    this.laid = laid;
    this.position = laid.position;
    this.editor.show(laid);
    this.showStatus(laid);
    this.changed();
  }

  /** Whether the edits have changed the position. */
  get isChanged() {
    return Boolean(this.laid && !this.laid.trouble) && this.position !== this.stands;
  }

  /** Shows the state of the edits. @param {LaidPosition} laid */
  showStatus({ trouble, rule, position }) {
    const status = trouble
      ? t("The match cannot go on like this yet: {why}", { why: refusal({ message: trouble, rule }) })
      : position === this.stands
        ? t("Nothing is changed yet.")
        : t("The board is changed.");
    this.find("correction-state").textContent = status;
  }
}

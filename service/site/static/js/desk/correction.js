/** A correction: an edit of the current position on the board. */

import { post, refusal } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { PositionEditor } from "../study/editor.js";

const PLACES = {
  board: "correction-board",
  panel: "correction-panel",
  hint: "correction-hint",
  told: "correction-told",
};

export class Correction {
  /** `judging()` returns whether the judge sees everything, which editing requires; `changed()` is called after an edit. */
  constructor(find, { match, boards, editor, catalogue, players, words, judging, changed, trouble }) {
    this.find = find;
    this.match = match;
    this.words = words;
    this.judging = judging;
    this.changed = changed;
    this.trouble = trouble;
    const change = (edits) => this.edit(edits);
    const places = (id) => find(PLACES[id]);
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

  /** Applies edits to the position one after the other. A refused edit shows an error and changes nothing. */
  edit(edits) {
    this.done = this.done.then(() =>
      this.trouble(async () => {
        try {
          this.show(await this.asks({ position: this.laid.position, edits }));
        } catch (problem) {
          this.editor.draw();
          throw problem;
        }
      }),
    );
  }

  asks(body) {
    return post(`/m/${this.match}/desk/position`, body, { viewer: "judge" });
  }

  show(laid) {
    this.laid = laid;
    this.position = laid.position;
    this.editor.show(laid);
    this.showStatus();
    this.changed();
  }

  /** Whether the edits have changed the position. */
  get isChanged() {
    return Boolean(this.laid) && !this.laid.trouble && this.position !== this.stands;
  }

  /** Shows the state of the edits. */
  showStatus() {
    const { trouble, rule, position } = this.laid;
    const status = trouble
      ? t("The match cannot go on like this yet: {why}", { why: refusal({ message: trouble, rule }) })
      : position === this.stands
        ? t("Nothing is changed yet.")
        : t("The board is changed.");
    this.find("correction-state").textContent = status;
  }
}

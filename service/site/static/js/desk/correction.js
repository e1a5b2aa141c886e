/** A correction: the position as it stands, edited on the board until it stands as it should. */

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
  /** `judging()` tells whether the judge looks at everything: only then the position is there to be edited. */
  constructor(find, { match, boards, editor, catalogue, players, words, judging, trouble }) {
    this.find = find;
    this.match = match;
    this.words = words;
    this.judging = judging;
    this.trouble = trouble;
    const change = (edits) => this.edit(edits);
    const places = (id) => find(PLACES[id]);
    this.editor = new PositionEditor(places, { boards, editor, catalogue, words, change, players });
    this.done = Promise.resolve();
    find("correction-anew").addEventListener("click", () => {
      this.clear();
      trouble(() => this.begin());
    });
    this.clear();
  }

  /** Forgets what was edited. */
  clear() {
    this.laid = undefined;
    this.position = "";
    this.editor.clear();
  }

  /** Lays out the position as it stands, unless one is being edited. */
  async begin() {
    if (this.laid || !this.judging()) return;
    this.show(await this.asks({}));
    this.stands = this.laid.position;
    this.tell();
  }

  /** Has words of the position changed, one change after the other; what cannot be is told, and nothing changes. */
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
    this.tell();
  }

  /** Tells how far the editing has come. */
  tell() {
    const { trouble, rule, position } = this.laid;
    const told = trouble
      ? t("The match cannot go on like this yet: {why}", { why: refusal({ message: trouble, rule }) })
      : position === this.stands
        ? t("Nothing is changed yet.")
        : t("The board is changed. Look at what would follow, or rule so.");
    this.find("correction-state").textContent = told;
  }
}

/** A position edited on its board and in the fields next to it, word by word. The service validates it. */

import { Popover } from "../boards/popover.js";
import { say, t } from "../lib/i18n.js";
import { elementsOf } from "../lib/data-ids.js";

export class PositionEditor {
  /**
   * `editor` is the module of the game in its face, `find(id)` returns the elements: board, panel, hint and told.
   * `change(edits)` applies edits to the position; `names` labels seats besides the names in `words.names`.
   */
  constructor(find, { boards, editor, catalogue, words, change, players = undefined }) {
    this.find = find;
    this.boards = boards;
    this.editor = editor;
    this.catalogue = catalogue;
    this.words = words;
    this.change = change;
    this.players = players;
    this.chosen = "";
    this.held = {};
    this.about = new Popover({ words, why: () => {} });
    this.cards = boards.cards(catalogue);
    this.names = (id) => words.names[id] ?? id;
  }

  /** Shows a position as the service laid it out; nothing is chosen in another one. */
  show(laid) {
    this.laid = laid;
    this.draw();
  }

  /** Clears the selection. */
  clear() {
    this.chosen = "";
    this.held = {};
  }

  draw() {
    const { find, editor, boards, catalogue, words, names, chosen, held } = this;
    const { scene: current, seats } = this.laid;
    const scene = {
      ...current,
      players:
        this.players ?? editor.seats(current.board, words, seats).map((_, seat) => names(`seat:${seat}`)),
    };
    const focus = document.activeElement;
    const [pick, field] = [focus?.getAttribute?.("data-pick"), focus?.id];
    const view = {
      catalogue,
      cards: this.cards,
      words,
      flipped: false,
      changed: [],
      trail: [],
      options: editor.options(scene.board, chosen, { words, names, catalogue, say }),
      reckoned: scene.reckoned,
      pick: (picked) => this.tap(picked),
      why: () => {},
      about: (anchor, subject, how) =>
        how !== "rest" && this.about.show(anchor, { ...subject, why: undefined }, how),
    };
    this.about.hide();
    boards.draw(find("board"), scene, view);
    for (const marked of find("board").querySelectorAll(".marked")) marked.classList.remove("marked");
    for (const element of chosen ? elementsOf(find("board"), chosen) : []) element.classList.add("marked");
    find("told").textContent = boards.describe(scene, view);
    find("hint").textContent = chosen
      ? t("{name}: tap where to put it, or tap it again to let go.", { name: names(chosen) })
      : t("Tap a figure or a card on the board, then where it goes.");
    const fields = {
      chosen,
      held,
      words,
      names,
      catalogue,
      unseen: this.laid.unseen ?? {},
      choose: (figureId) => this.choose(figureId),
      edit: this.change,
      hold: (selection) => this.hold(selection),
    };
    find("panel").replaceChildren(...editor.panel(scene.board, fields));
    const again =
      (pick && find("board").querySelector(`[data-pick="${CSS.escape(pick)}"]`)) ||
      (field && document.getElementById(field));
    again?.focus?.();
  }

  choose(id) {
    this.chosen = id;
    this.draw();
  }

  /** Stores the selection in the fields next to the board: the seat, the card. */
  hold(selection) {
    this.held = { ...this.held, ...selection };
    if (!("to" in selection)) this.chosen = "";
    this.draw();
  }

  tap(picked) {
    const { choice, edits } = this.editor.picked(this.laid.scene.board, this.chosen, picked);
    this.chosen = choice;
    edits.length ? this.change(edits) : this.draw();
  }
}

/** A position edited on its board and in the fields next to it, word by word. The service validates it. */

/** @import { View } from "../replay/view.js" */
/** @import { Edit, Held } from "../faces/game/editor.d.ts" */
/** @import { BoardData, Boards, Editor, LaidPosition } from "../pages.d.ts" */

import { Popover } from "../boards/popover.js";
import { within } from "../lib/dom.js";
import { say, t } from "../lib/i18n.js";
import { elementsOf } from "../lib/data-ids.js";

/** @typedef {Pick<LaidPosition, "position" | "scene" | "seats" | "unseen">} Laid */

export class PositionEditor {
  /** @type {Laid | undefined} The position that was laid out last. */
  laid;

  /**
   * `editor` is the module of the game in its face, `find(id)` returns the elements: board, panel, hint, told, and a bank
   * if cards and pieces have a place of their own.
   * `change(edits)` applies edits to the position; `names` labels seats besides the names in `words.names`.
   * @param {(id: string) => any} find
   * @param {Omit<BoardData, "game"> & {boards: Boards, editor: Editor, change: (edits: Edit[]) => void, players?: string[]}} how
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
    /** @type {Held} */
    this.held = {};
    this.about = new Popover({ why: () => {} });
    this.cards = boards.cards(catalogue);
    this.names = (/** @type {string} */ id) => words.names[id] ?? id;
    for (const place of ["board", "bank"])
      find(place)?.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.drag(event));
    document.addEventListener("pointerup", (event) => this.drop(event));
  }

  /** Shows a position as the service laid it out; nothing is chosen in another one. @param {Laid} laid */
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
    const { find, editor, boards, catalogue, words, names, chosen, held, laid } = this;
    if (!laid) return;
    const { scene: current, seats } = laid;
    const scene = {
      ...current,
      players:
        this.players ?? editor.seats(current.board, words, seats).map((_, seat) => names(`seat:${seat}`)),
    };
    const focus = document.activeElement;
    const [pick, field] = [focus?.getAttribute?.("data-pick"), focus?.id];
    /** @type {View} */
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
      unseen: laid.unseen ?? {},
      choose: (/** @type {string} */ figureId) => this.choose(figureId),
      edit: this.change,
      hold: (/** @type {Held} */ selection) => this.hold(selection),
    };
    const [bank, panel] = [editor.bank(scene.board, fields), editor.panel(scene.board, fields)];
    const scrolled = find("bank")?.scrollTop;
    find("bank")?.replaceChildren(...bank);
    find("panel").replaceChildren(...panel, ...(find("bank") ? [] : bank));
    if (scrolled) find("bank").scrollTop = scrolled;
    const again =
      (pick && find("board").querySelector(`[data-pick="${CSS.escape(pick)}"]`)) ||
      (field && document.getElementById(field));
    again?.focus?.();
  }

  /** @param {string} id */
  choose(id) {
    this.chosen = id;
    this.draw();
  }

  /** Stores the selection in the fields next to the board: the seat, the card. @param {Held} selection */
  hold(selection) {
    this.held = { ...this.held, ...selection };
    if (!("to" in selection)) this.chosen = "";
    this.draw();
  }

  /** A mouse or a pen takes a thing: where it is let go, it is put. @param {PointerEvent} event */
  drag(event) {
    this.dragged = event.pointerType === "touch" ? undefined : within(event, "[data-pick], [data-card]");
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const from = this.dragged;
    this.dragged = undefined;
    const to =
      from && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-pick], [data-place]");
    const thing = from?.dataset.pick ?? from?.dataset.card;
    const place = to?.dataset.pick ?? to?.dataset.place;
    if (!place || place === thing || from.contains(to)) return;
    if (this.chosen !== thing) this.tap(thing);
    if (to.dataset.pick) this.tap(place);
    else
      this.find("bank")
        .querySelector(`[data-place="${CSS.escape(place)}"] > button`)
        ?.click();
  }

  /** @param {string} picked */
  tap(picked) {
    const { choice, edits } = this.editor.picked(this.laid?.scene.board, this.chosen, picked);
    this.chosen = choice;
    edits.length ? this.change(edits) : this.draw();
  }
}

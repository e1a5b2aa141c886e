/** The position of the table, corrected on its board or as text. Cards that nobody has seen lie there as backs. */

/** @import { TableLayout } from "../pages.d.ts" */
/** @import { Edit } from "../faces/game/editor.d.ts" */
/** @import { RecordData, RecordTools } from "./shapes.d.ts" */

import { post, refusal } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { PositionEditor } from "../study/editor.js";

export class TablePosition {
  /** @type {TableLayout | undefined} */
  laid;

  /**
   * `page` is the data of the page; `boards` draws its game, and `editor` changes its positions.
   * @param {RecordData} page @param {Omit<RecordTools, "tone"> & {viewer: string}} tools
   */
  constructor(page, { boards, editor, viewer }) {
    this.path = `/m/${page.match}/record/position`;
    this.viewer = viewer;
    /** @type {string[]} */
    this.told = [];
    /** @type {Promise<unknown>} */
    this.changes = Promise.resolve();
    this.pending = 0; // changes on their way
    /** @type {Record<string, HTMLElement>} */
    this.parts = {
      board: h("div", { class: "board" }),
      panel: h("div", { class: "panel stack" }),
      hint: h("p", { class: "quiet", role: "status" }),
      told: h("p", { class: "hidden" }),
    };
    this.text = h("textarea", { name: "position", rows: 5, spellcheck: "false", autocapitalize: "off" });
    this.goesOn = h("input", { type: "checkbox", checked: true });
    this.underWay = h(
      "label",
      { class: "check", hidden: true },
      this.goesOn,
      t("The effect under way goes on"),
    );
    this.trouble = h("p", { class: "trouble", role: "alert" });
    const read = () => this.ask({ position: this.text.value.trim() });
    const { board, panel, hint, told } = this.parts;
    this.root = h(
      "div",
      { class: "correction" },
      hint,
      h("div", { class: "stage" }, h("div", {}, board, told), panel),
      this.underWay,
      h(
        "details",
        {},
        h("summary", {}, t("The position as text")),
        h("label", {}, t("Position"), this.text),
        h("button", { type: "button", class: "quiet", onclick: read }, t("Show this position")),
      ),
      this.trouble,
    );
    this.editor = new PositionEditor((id) => this.parts[id], {
      ...{ boards, editor, catalogue: page.catalogue, words: page.words, players: page.players },
      change: (/** @type {Edit[]} */ edits) => this.change(edits),
    });
  }

  /** Shows the present position. */
  async start() {
    const laid = await this.ask({});
    this.told = laid?.told ?? [];
    this.underWay.hidden = !this.told.length;
  }

  /** The position as the board or the text has it, and the facts of the effect that goes on. */
  get position() {
    return { position: this.text.value.trim(), told: this.goesOn.checked ? this.told : [] };
  }

  /** Applies edits to the position one after the other. */
  /** @param {Edit[]} edits */
  change(edits) {
    this.pending += 1;
    this.changes = this.changes
      .then(() => this.ask({ position: this.laid?.position, edits }))
      .finally(() => (this.pending -= 1));
  }

  /** Returns the position after all changes on their way, or nothing before the first one is there. */
  async settle() {
    await this.changes;
    return this.laid;
  }

  /**
   * Shows the position that `body` leads to. A refused change shows its reason and changes nothing.
   * @param {{position?: string, edits?: Edit[]}} body
   */
  async ask(body) {
    this.trouble.textContent = "";
    /** @type {TableLayout} */
    let laid;
    try {
      laid = await post(this.path, body, { viewer: this.viewer });
    } catch (problem) {
      this.trouble.textContent = refusal(problem);
      if (this.laid) this.editor.draw();
      return undefined;
    }
    this.laid = laid;
    this.text.value = laid.position;
    this.editor.show(laid);
    return laid;
  }
}

/** What a thing on the board is: a small leaf beside it, with its text, its numbers, and “Why?”. */

import { h } from "./dom.js";
import { onLongPress } from "./long-press.js";
import { t } from "./i18n.js";

const REST = 350; // milliseconds that the mouse rests on a thing before it is explained
const LEFT = 200; // milliseconds after which it goes when the mouse has left
const EDGE = 8; // pixels between the leaf and the edge of the window

export class Popover {
  /** `why` is called with what a thing names in `why`. */
  constructor({ words, why }) {
    this.words = words;
    this.why = why;
    this.leaf = h("div", { class: "about", popover: "auto", role: "dialog" });
    document.body.append(this.leaf);
    addEventListener("pointerdown", ({ target }) => this.leaf.contains(target) || this.hide());
  }

  /**
   * Shows what `about` tells (see replay/view.js) beside an element. `how` it was asked for: by keys ("enter"), and the focus
   * goes into it; by a mouse that rests there ("rest"), and it leaves with the mouse; by a finger that does ("press"), and it
   * stays when the finger is lifted; or by a click.
   */
  show(beside, { title, kind, text, lang, numbers = [], parts = [], why }, how = "click") {
    const ask = () => {
      this.hide();
      this.why(why);
    };
    this.leaf.setAttribute("aria-label", title);
    this.leaf.replaceChildren(
      h("h3", {}, title),
      ...[
        kind && h("p", { class: "kind" }, kind),
        numbers.length &&
          h(
            "dl",
            {},
            numbers.map(([label, value]) => h("div", {}, h("dt", {}, label), h("dd", {}, String(value)))),
          ),
        text && h("p", { lang }, text),
        ...parts.map((part) =>
          h("p", {}, h("b", {}, part.title), " ", h("span", { lang: part.lang ?? lang }, part.text)),
        ),
        this.words.translated &&
          [text, ...parts.map((part) => part.text)].some(Boolean) &&
          h("p", { class: "kind" }, this.words.translated),
        h(
          "p",
          { class: "buttons" },
          why && h("button", { type: "button", class: "quiet", onclick: ask }, t("Why?")),
          h("button", { type: "button", class: "quiet", onclick: () => this.hide() }, t("Close")),
        ),
      ].filter(Boolean),
    );
    this.hide();
    this.leaf.popover = how === "press" ? "manual" : "auto"; // lifting the finger would close the other kind
    this.leaf.showPopover();
    this.place(beside.getBoundingClientRect());
    if (how === "enter") this.leaf.querySelector("button").focus();
    const left = () =>
      setTimeout(() => this.leaf.matches(":hover") || beside.matches(":hover") || this.hide(), LEFT);
    for (const each of [beside, this.leaf]) each.onpointerleave = how === "rest" ? left : null;
  }

  hide() {
    if (this.leaf.matches(":popover-open")) this.leaf.hidePopover();
  }

  /** Puts the leaf where it covers neither its thing nor the edge of the window. */
  place({ left, right, top, bottom }) {
    const { offsetWidth: wide, offsetHeight: tall } = this.leaf;
    const beside = right + EDGE + wide <= innerWidth ? right + EDGE : left - EDGE - wide;
    const room = beside >= EDGE;
    const below = bottom + EDGE + tall <= innerHeight ? bottom + EDGE : top - EDGE - tall;
    const x = room ? beside : Math.min(Math.max(EDGE, left), innerWidth - wide - EDGE);
    const y = room ? Math.min(top, innerHeight - tall - EDGE) : below;
    this.leaf.style.setProperty("left", `${Math.max(EDGE, x)}px`);
    this.leaf.style.setProperty("top", `${Math.max(EDGE, y)}px`);
  }
}

/**
 * Makes an element tell what it stands for: when the mouse or a finger rests on it, and, unless a click on it picks something,
 * on a click or Enter too. `about()` returns what to tell (see replay/view.js). A thing that comes to lie beneath a mouse
 * that stands still (a leaf closed, the board scrolled) is not asked about: only moving the mouse over it asks, once.
 */
export function explains(element, view, about) {
  let resting;
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse") return;
    resting ??= setTimeout(() => element.isConnected && view.about(element, about(), "rest"), REST);
  });
  element.addEventListener("pointerleave", () => {
    clearTimeout(resting);
    resting = undefined;
  });
  onLongPress(element, () => view.about(element, about(), "press"));
  element.addEventListener("click", () => clearTimeout(resting), true);
  if (element.hasAttribute("data-pick")) return;
  const tell = (event) => {
    event.stopPropagation();
    view.about(element, about(), event.detail ? "click" : "enter");
  };
  element.addEventListener("click", tell);
  if (element.localName === "button") return;
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    tell(event);
  });
}

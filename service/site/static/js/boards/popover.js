/** A popover next to a thing on the board, with its text, its numbers, and “Why?”. */

/** @import { About, View } from "../replay/view.js" */

import { h, within } from "../lib/dom.js";
import { onLongPress } from "./long-press.js";
import { t } from "../lib/i18n.js";

const REST = 350; // milliseconds that the mouse rests on a thing before it is explained
const LEFT = 200; // milliseconds from the mouse's leaving to the closing
const TREMOR = 12; // pixels around the last press, in which the mouse still rests after it
const EDGE = 8; // pixels between the leaf and the edge of the window

export class Popover {
  /** `why` is called with the `why` of a thing. @param {{why: (subject: string) => void}} how */
  constructor({ why }) {
    this.why = why;
    this.leaf = h("div", { class: "about", popover: "auto", role: "dialog" });
    document.body.append(this.leaf);
    // A press on its text leaves the focus on the explained thing.
    this.leaf.addEventListener("mousedown", (/** @type {MouseEvent} */ event) => {
      if (!within(event, "button")) event.preventDefault();
    });
    addEventListener("pointerdown", ({ target }) => this.leaf.contains(target) || this.hide());
    // A reader who scrolls on has read it.
    const scrolled = (/** @type {Event} */ { target }) => this.leaf.contains(target) || this.hide();
    for (const eventName of ["wheel", "touchmove"]) addEventListener(eventName, scrolled, { passive: true });
  }

  /**
   * Shows `about` (see replay/view.js) next to an element. `how` is the cause: a key ("enter") moves the focus into the popover;
   * a resting mouse ("rest") closes it on leaving; a long press ("press") keeps it open; a click is the default. `reason` comes
   * later: why the thing cannot be chosen.
   * @param {Element} anchor
   * @param {About} about
   * @param {string} [how]
   * @param {Promise<string>} [reason]
   */
  show(anchor, { title, kind, text, lang, numbers = [], parts = [], why }, how = "click", reason) {
    const refusal = h("p", { class: "refusal" });
    const ask = () => {
      this.hide();
      if (why) this.why(why);
    };
    this.leaf.setAttribute("aria-label", title);
    this.leaf.replaceChildren(
      h("h3", {}, title),
      ...[
        refusal,
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
        h(
          "p",
          { class: "buttons" },
          why && h("button", { type: "button", class: "quiet", onclick: ask }, t("Why?")),
          how !== "rest" &&
            h("button", { type: "button", class: "quiet", onclick: () => this.hide() }, t("Close")),
        ),
      ].filter(Boolean),
    );
    this.hide();
    this.leaf.popover = how === "press" ? "manual" : "auto"; // lifting the finger would close the other kind
    this.leaf.showPopover();
    this.position(anchor.getBoundingClientRect());
    reason?.then((sentence) => {
      refusal.textContent = sentence;
      if (refusal.isConnected && anchor.isConnected) this.position(anchor.getBoundingClientRect());
    });
    if (how === "enter") this.leaf.querySelector("button").focus();
    const leave = () =>
      setTimeout(() => this.leaf.matches(":hover") || anchor.matches(":hover") || this.hide(), LEFT);
    for (const each of [anchor, this.leaf]) each.onpointerleave = how === "rest" ? leave : null;
  }

  hide() {
    if (this.leaf.matches(":popover-open")) this.leaf.hidePopover();
  }

  /** Positions the popover so that it covers neither its thing nor the edge of the window. @param {DOMRect} box */
  position({ left, right, top, bottom }) {
    const { offsetWidth: wide, offsetHeight: tall } = this.leaf;
    const inline = right + EDGE + wide <= innerWidth ? right + EDGE : left - EDGE - wide;
    const room = inline >= EDGE;
    const floor = document.querySelector(".controls")?.getBoundingClientRect().top ?? innerHeight;
    const below = bottom + EDGE + tall <= innerHeight ? bottom + EDGE : top - EDGE - tall;
    const x = room ? inline : Math.min(Math.max(EDGE, left), innerWidth - wide - EDGE);
    const y = room ? Math.min(top, floor - tall - EDGE) : below;
    this.leaf.style.setProperty("left", `${Math.max(EDGE, x)}px`);
    this.leaf.style.setProperty("top", `${Math.max(EDGE, y)}px`);
  }
}

/** @type {{x: number, y: number} | null} The place of the last press, until the mouse moves on. */
let press = null;
addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (press = { x, y }), true);

/** Whether the mouse rests where it pressed last: the reader looks at the answer, not at what lies there. @param {PointerEvent} event */
function restsAfterPress({ clientX, clientY }) {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) > TREMOR) press = null;
  return press !== null;
}

/**
 * Makes an element show a popover: when the mouse or a finger rests on it, and, unless a click on it picks something, on a
 * click or Enter too. `about()` returns the content (see replay/view.js). A thing that moves beneath a resting mouse (a popover
 * closed, the board scrolled, an answer given) shows none until the mouse moves. With `isPart`, a click belongs to the thing around it.
 * @param {HTMLElement} element
 * @param {View} view
 * @param {() => About} about
 * @param {boolean} [isPart]
 */
export function explains(element, view, about, isPart = false) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let resting;
  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "mouse" || restsAfterPress(event)) return;
    resting ??= setTimeout(() => element.isConnected && view.about(element, about(), "rest"), REST);
  });
  element.addEventListener("pointerleave", () => {
    clearTimeout(resting);
    resting = undefined;
  });
  onLongPress(element, () => view.about(element, about(), "press"));
  element.addEventListener("click", () => clearTimeout(resting), true);
  if (isPart || element.hasAttribute("data-pick")) return;
  const explain = (/** @type {UIEvent} */ event) => {
    event.stopPropagation();
    view.about(element, about(), event.detail ? "click" : "enter");
  };
  element.addEventListener("click", explain);
  if (element.localName === "button") return;
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "0");
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    explain(event);
  });
}

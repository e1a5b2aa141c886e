/** Names of cards in sentences: a resting mouse or finger reads the card. */

/** @import { Popover } from "../boards/popover.js" */
/** @import { Words } from "../pages.d.ts" */
/** @import { About } from "./view.js" */

import { onLongPress } from "../boards/long-press.js";
import { h } from "../lib/dom.js";

const REST = 350; // milliseconds that the mouse rests on a name before the card is explained

/**
 * The names of all cards, as one pattern that prefers longer names, and the cards by their names.
 * @param {Words} words @param {(id: string) => About | undefined} describe
 */
function index({ names, texts }, describe) {
  const cards = new Map();
  for (const id of Object.keys(texts)) if (names[id] && describe(id)) cards.set(names[id], id);
  const longestFirst = [...cards.keys()].sort((one, other) => other.length - one.length);
  const escaped = longestFirst.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { cards, pattern: new RegExp(`(?<![\\p{L}\\d])(${escaped.join("|")})(?![\\p{L}\\d])`, "u") };
}

export class Mentions {
  /**
   * `words` are the names and texts of cards and terms. `describe(id)` describes a card, and `popover` shows that next to
   * a name.
   * @param {Words} words @param {(id: string) => About | undefined} describe @param {Popover} popover
   */
  constructor(words, describe, popover) {
    this.words = words;
    this.describe = describe;
    this.popover = popover;
    /** @type {{cards: Map<string, string>, pattern: RegExp} | undefined} */
    this.names = undefined;
  }

  /** Returns `sentence` as texts, and elements for the names of cards. @param {string} sentence */
  parts(sentence) {
    this.names ??= index(this.words, this.describe);
    const { cards, pattern } = this.names;
    if (!cards.size) return [sentence];
    const pieces = sentence.split(pattern);
    return pieces.map((piece, number) =>
      number % 2 ? this.mention(piece, cards.get(piece) ?? piece) : piece,
    );
  }

  /** @param {string} name @param {string} id */
  mention(name, id) {
    const element = h("span", { class: "mention" }, name);
    /** @param {string} how */
    const show = (how) => {
      const about = this.describe(id);
      if (about) this.popover.show(element, about, how);
    };
    /** @type {number | undefined} */
    let resting;
    // A line that comes to lie beneath a resting mouse explains nothing, nor does one that has led to its moment.
    element.addEventListener("pointermove", (/** @type {PointerEvent} */ { pointerType }) => {
      if (pointerType === "mouse") resting ??= setTimeout(() => show("rest"), REST);
    });
    element.addEventListener("pointerleave", () => {
      clearTimeout(resting);
      resting = undefined;
    });
    element.addEventListener("click", () => clearTimeout(resting));
    onLongPress(element, () => show("press"));
    return element;
  }
}

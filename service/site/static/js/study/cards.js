/** The bank of cards of a seat: each pile with its cards, one of which is held and put elsewhere. */

/** @import { Fields } from "../faces/game/editor.d.ts" */

import { h } from "../lib/dom.js";
import { button, choice, group } from "./fields.js";
import { t } from "../lib/i18n.js";

/**
 * The bank next to the board. `known` are [name, cards, place] of the seat in `held`; `places(card)` are the
 * [value, label] of the possible places of the chosen card, and `put(card, value)` moves it. `unseen` are the cards of
 * the seat without a place.
 * @typedef {[name: string, cards: (string | null)[], place?: string]} Pile
 * @param {Omit<Fields, "unseen"> & {unseen: string[]}} view @param {string[]} seats @param {Pile[]} known
 * @param {(card: string) => [string, string][]} places @param {(card: string, place: string) => void} put
 */
export function cards(
  { held, hold, names, words, unseen, chosen: taken, choose },
  seats,
  known,
  places,
  put,
) {
  /** @type {[name: string, cards: string[], place?: string][]} */
  const piles = known.map(([name, own, place]) => [name, own.flatMap((card) => card || []), place]);
  if (unseen.length) piles.push([t("Without a place"), unseen]);
  const chosen = piles.some(([, own]) => own.includes(taken)) ? taken : "";
  const where = chosen ? places(chosen) : [];
  const to = where.some(([value]) => value === held.to) ? (held.to ?? "") : (where[0]?.[0] ?? "");
  /** @param {string} place */
  const lay = (place) => {
    put(chosen, place);
    choose("");
  };
  /** The text of a card, of which there may be several copies. @param {string} card */
  const textOf = (card) => words.texts[card] ?? words.texts[card.replace(/-\d+$/, "")] ?? "";
  /** @param {string} each */
  const chip = (each) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "quiet in-bank",
          "data-card": each,
          title: textOf(each),
          "aria-pressed": String(each === chosen),
          onclick: () => choose(each === chosen ? "" : each),
        },
        names(each),
      ),
    );
  const opened = (held.opened ??= {});
  /** @param {(typeof piles)[number]} pile @param {number} n */
  const pile = ([name, own, place], n) => {
    const shown = opened[name] ?? n === 0;
    const details = h(
      "details",
      { open: shown, ontoggle: () => (opened[name] = details.open) },
      h("summary", {}, name, " ", h("small", {}, String(own.length))),
      h("ul", { class: "cards-of cluster tight" }, own.map(chip)),
    );
    const goes = chosen && !own.includes(chosen) && where.some(([value]) => value === place);
    return h(
      "div",
      { class: "pile-of stack tight", "data-place": goes ? place : null },
      details,
      goes && place ? button(`put-${place}`, t("Put it here"), () => lay(place)) : null,
    );
  };
  return group(
    t("Cards"),
    choice("whose", t("Seat"), [...seats.entries()], held.seat ?? 0, (seat) => hold({ seat: Number(seat) })),
    chosen ? choice("where", names(chosen), where, to, (value) => hold({ to: value })) : null,
    chosen ? h("p", { class: "minor", lang: words.languages?.texts }, textOf(chosen)) : null,
    chosen ? button("put", t("Put it there"), () => lay(to)) : null,
    h("div", { class: "piles-of stack tight" }, piles.map(pile)),
  );
}

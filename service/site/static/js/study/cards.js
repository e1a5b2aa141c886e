/** The position of a card: chosen among those of a seat, and changed. */

import { h } from "../lib/dom.js";
import { button, choice, group } from "./fields.js";
import { t } from "../lib/i18n.js";

/**
 * Fields that move a card. `piles` are [name, cards] of the seat in `held`; `places(card)` are the [value, label] of its
 * possible places, and `put(card, value)` moves it. `unseen` are the cards of the seat without a place.
 */
export function cards({ held, hold, names, unseen }, seats, known, places, put, card = held.card) {
  const piles = [...known.map(([name, own]) => [name, own.filter(Boolean)]), [t("Without a place"), unseen]];
  const all = piles.flatMap(([, own]) => own);
  const chosen = all.includes(card) ? card : all[0];
  const picker = h(
    "select",
    { id: "card", onchange: ({ target }) => hold({ card: target.value }) },
    piles
      .filter(([, own]) => own.length)
      .map(([name, own]) =>
        h(
          "optgroup",
          { label: name },
          own.map((each) =>
            h("option", { value: each, selected: each === chosen }, `${names(each)} (${each})`),
          ),
        ),
      ),
  );
  const where = chosen ? places(chosen) : [];
  const to = where.some(([value]) => value === held.to) ? held.to : where[0]?.[0];
  return group(
    t("Cards"),
    choice(
      "whose",
      t("Seat"),
      seats.map((name, seat) => [seat, name]),
      held.seat ?? 0,
      (seat) => hold({ seat: Number(seat), card: undefined }),
    ),
    h("label", {}, t("Card"), picker),
    choice("where", t("Where to"), where, to, (value) => hold({ to: value })),
    chosen ? button("put", t("Put it there"), () => put(chosen, to)) : null,
  );
}

/** The complete board as text, for screen readers and to compare two positions. */

/** @import { Board, Location, Pile, Position, Scene, State, Symbol, View } from "../shapes.d.ts" */

import { colon, plural, say, semicolon, t } from "../../../lib/i18n.js";
import { spokenName } from "./card.js";
import { describeStep, objective, steps } from "./objective.js";
import { cardCount } from "./piles.js";
import { ACTIONS, attached, cardsAt, nameOf, printedVillain } from "./card-text.js";

/** @param {Scene} scene @param {View} view */
export const board = (scene, view) =>
  lines(scene, view)
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))
    .join(" ");

/**
 * The board as lines of text: the turn, the supply, and the Realms with their locations and piles.
 * @param {Scene} scene @param {View} view
 */
export function lines(scene, view) {
  const { turn, seat, cauldron, token } = scene.board;
  /** @param {number} n */
  const villainName = (n) =>
    `${nameOf(scene.board.realms[n].who, view)} (${scene.players[n] ?? t("a free seat")})`;
  return [
    !turn
      ? t("Setting up")
      : scene.ended
        ? t("Turn {turn}", { turn })
        : t("Turn {turn} · {who}", { turn, who: villainName(seat) }),
    say(plural("{power} Power in the supply", "{power} Power in the supply"), { power: cauldron }),
    token !== null && `${t("Fate Token")}${colon}${villainName(token)}`,
    ...scene.board.realms.flatMap((state, n) => realm(scene, state, n, villainName(n), view)),
  ].flatMap((line) => line || []);
}

/** @param {Scene} scene @param {State} state @param {number} seat @param {string} villainName @param {View} view */
function realm(scene, state, seat, villainName, view) {
  const { locations } = printedVillain(state.who, view);
  /** @param {string[]} cards */
  const names = (cards) => cards.map((card) => nameOf(card, view)).join(", ");
  const visible = state.hand.flatMap((card) => card || []);
  const hand = `${t("Hand")}${colon}${cardCount(state.hand)}`;
  return [
    `${villainName}${colon}${say(plural("{power} Power", "{power} Power"), { power: state.power })}, ${hand}${visible.length ? ` (${names(visible)})` : ""}`,
    `${objective(state.who, view).replace(/\.$/, "")}${colon}${steps(seat, view)
      .map((step) => describeStep(step, state.who, view))
      .join(", ")}`,
    ...locations.map(
      (spot) =>
        `${nameOf(spot.id, view)}${colon}${location(scene.board, spot, state, seat, view).join(semicolon)}`,
    ),
    state.opened.length && `${t("Lying open")}${colon}${names(state.opened)}`,
    state.lasting.length && `${t("In force:")} ${names(state.lasting)}`,
    pile(state.who, t("Villain deck"), t("Discards"), state.villain, view),
    pile(state.who, t("Fate deck"), t("Fate discards"), state.fate, view),
  ];
}

/** @param {string} villain @param {string} deck @param {string} discards @param {Pile} cards @param {View} view */
function pile(villain, deck, discards, { deck: hidden, discard }, view) {
  const top = discard.length ? ` (${t("on top")} ${nameOf(discard.at(-1) ?? "", view)})` : "";
  return `${nameOf(villain, view)} – ${deck}${colon}${hidden.length}, ${discards} ${discard.length}${top}`;
}

/** @param {Board} board @param {Location} spot @param {State} state @param {number} seat @param {View} view */
function location(board, spot, state, seat, view) {
  const { heroes, own } = cardsAt(state, spot.id, view);
  /** @param {Position} entry */
  const carried = ([card, position]) =>
    [
      spokenName(card, position, view),
      ...attached(card, state).map((item) => `${t("with")} ${nameOf(item, view)}`),
    ].join(" ");
  /** @param {Symbol} symbol */
  const action = ({ action, amount }) => say(ACTIONS[action], { amount });
  const symbols = [...spot.top, ...spot.bottom];
  const hidden = symbols.filter((_, n) => `covered:${spot.id}:${n + 1}` in view.reckoned);
  const used =
    board.seat === seat && state.at === spot.id
      ? symbols.filter((_, n) => board.used.includes(String(n + 1)))
      : [];
  const free = symbols.filter((each) => !hidden.includes(each) && !used.includes(each));
  return [
    state.at === spot.id && t("the mover is here"),
    state.locked.includes(spot.id) && t("locked"),
    ...heroes.map(carried),
    ...own.map(carried),
    free.length && free.map(action).join(", "),
    used.length && `${t("used")}${colon}${used.map(action).join(", ")}`,
    hidden.length && `${t("covered")}${colon}${hidden.map(action).join(", ")}`,
  ].filter(Boolean);
}

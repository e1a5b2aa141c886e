/** Villainous: edits of a position on the board and next to it, as words of its notation. */

/** @import { Pile } from "../../study/cards.js" */
/** @import { Choice, Edit, Fields } from "../game/editor.d.ts" */
/** @import { Board, Catalogue, InPlay, State } from "./shapes.d.ts" */

import { printedVillain } from "./board/card-text.js";
import { colon, say, t } from "../../lib/i18n.js";
import { cards } from "../../study/cards.js";
import { choice, group, labelled, list, number } from "../../study/fields.js";

/** @param {Board} board @param {{names: Record<string, string>}} words */
export const seats = (board, words) =>
  board.realms.map(({ who }, seat) => `${seat + 1} · ${words.names[who] ?? who}`);

/** @param {Board} board @param {number} seat */
const part = (board, seat) => `${seat}.${board.realms[seat].who}`;
/** @param {Board} board @param {number} seat @param {Catalogue} catalogue */
const villain = (board, seat, catalogue) => printedVillain(board.realms[seat].who, { catalogue });

/** The seat with a card in its Realm. @param {Board} board @param {string} card */
const seatOf = (board, card) =>
  board.realms.findIndex((realm) => realm.cards[card] || lists(realm).some(([, own]) => own.includes(card)));

/**
 * Everything in a Realm that is a list of cards, by the words of the notation.
 * @type {(realm: State) => [string, (string | null)[]][]}
 */
const lists = (realm) => [
  ["hand", realm.hand],
  ["deck", realm.villain.deck],
  ["discard", realm.villain.discard],
  ["fate", realm.fate.deck],
  ["fate_discard", realm.fate.discard],
];

/** The places on top of decks. @type {Record<string, string>} */
const TOPS = { deck: "deck^", fate: "fate^" };

/**
 * The things to tap: open cards, and the locations of the Realm of the chosen card.
 * @param {Board} board @param {string} chosen @param {Fields<Catalogue>} fields
 */
export function options(board, chosen, { names, catalogue }) {
  const labels = new Map();
  for (const realm of board.realms) {
    for (const card of [...Object.keys(realm.cards), ...realm.hand.flatMap((card) => card || [])]) {
      labels.set(
        card,
        say(card === chosen ? t("Let go of {name}") : t("Take {name}"), { name: names(card) }),
      );
    }
  }
  const seat = chosen ? seatOf(board, chosen) : -1;
  if (seat < 0) return labels;
  for (const { id } of villain(board, seat, catalogue).locations) {
    labels.set(id, t("Put {name} on {place}", { name: names(chosen), place: names(id) }));
  }
  return labels;
}

/**
 * The result of a tap on `picked`: the next chosen card, and the edits.
 * @param {Board} board @param {string} chosen @param {string} picked @returns {Choice}
 */
export function picked(board, chosen, picked) {
  if (seatOf(board, picked) >= 0) return { choice: picked === chosen ? "" : picked, edits: [] };
  return { choice: "", edits: put(board, seatOf(board, chosen), chosen, `@${picked}`) };
}

/**
 * The words that change when a card goes to a list, or into play: `@location` or `+card`.
 * @param {Board} board @param {number} seat @param {string} card @param {string} to @returns {Edit[]}
 */
function put(board, seat, card, to) {
  /** @param {Board} board @param {Fields<Catalogue>} fields */
  const realm = board.realms[seat];
  const inPlay = "@+".includes(to[0]);
  const going = inPlay
    ? [card]
    : [card, ...Object.keys(realm.cards).filter((other) => realm.cards[other].on === card)];
  const stays = Object.fromEntries(Object.entries(realm.cards).filter(([other]) => !going.includes(other)));
  if (inPlay)
    stays[card] = {
      ...realm.cards[card],
      beside: "",
      ...(to[0] === "@" ? { at: to.slice(1), on: "" } : { at: "", on: to.slice(1) }),
    };
  const [word, top] = to.endsWith("^") ? [to.slice(0, -1), true] : [to, false];
  const freed = going.reduce((sum, each) => sum + (inPlay ? 0 : (realm.cards[each]?.power ?? 0)), 0);
  return [
    ...lists(realm).map(([name, own]) => {
      const remaining = own.filter((each) => !(each && going.includes(each)));
      return editOf(
        board,
        seat,
        name,
        list(name !== word ? remaining : top ? [...going, ...remaining] : [...remaining, ...going]),
      );
    }),
    editOf(board, seat, "cards", list(Object.entries(stays).map(writeCard))),
    ...(freed ? [{ part: board.stage, word: "cauldron", value: String(board.cauldron + freed) }] : []),
  ];
}

/** @type {(board: Board, seat: number, word: string, value: string | null) => Edit} */
const editOf = (board, seat, word, value) => ({ part: part(board, seat), word, value });

/** A card in play as the notation has it. @param {[string, InPlay]} entry */
const writeCard = ([card, { at, on, power, form, beside }]) =>
  [card, at && `@${at}`, on && `+${on}`, power && `*${power}`, form && `~${form}`, beside && `&${beside}`]
    .filter(Boolean)
    .join("");

/** @param {Board} board @param {Fields<Catalogue>} view */
export const panel = (board, view) => [turn(board, view), realm(board, view)];

/** The cards that are taken and put elsewhere. @param {Board} board @param {Fields<Catalogue>} view */
export const bank = (board, view) => [piles(board, view)];

/** Power comes from the Cauldron, and goes back there. @param {Board} board @param {number} before @param {number} after */
const fromCauldron = (board, before, after) => ({
  part: board.stage,
  word: "cauldron",
  value: String(board.cauldron + before - after),
});

/** @param {Board} board @param {Fields<Catalogue>} fields */
function realm(board, { chosen, held, hold, words, names, catalogue, edit }) {
  const seat = held.seat ?? 0;
  const state = board.realms[seat];
  const locations = villain(board, seat, catalogue).locations.map(({ id }) => id);
  const position = state.cards[chosen];
  return group(
    t("Realm of {name}", { name: names(state.who) }),
    choice("realm", t("Seat"), [...seats(board, words).entries()], seat, (each) =>
      hold({ seat: Number(each) }),
    ),
    choice("mover", t("The mover is at"), labelled(locations, names), state.at, (at) =>
      edit([editOf(board, seat, "at", at)]),
    ),
    number("power", t("Power"), state.power, (power) =>
      edit([
        editOf(board, seat, "power", power ? String(power) : null),
        fromCauldron(board, state.power, power),
      ]),
    ),
    position
      ? number("lying", `${t("Power")}${colon}${names(chosen)}`, position.power, (power) =>
          edit([
            editOf(
              board,
              seat,
              "cards",
              list(Object.entries({ ...state.cards, [chosen]: { ...position, power } }).map(writeCard)),
            ),
            fromCauldron(board, position.power, power),
          ]),
        )
      : null,
  );
}

/** @param {Board} board @param {Fields<Catalogue>} fields */
function turn(board, { words, edit }) {
  /** @param {[string, string | null][]} changes */
  const change = (...changes) => edit(changes.map(([word, value]) => ({ part: board.stage, word, value })));
  const everyone = [...seats(board, words).entries()];
  return group(
    t("Turn"),
    choice("seat", t("Whose turn it is"), everyone, board.seat, (seat) =>
      change(
        ["seat", seat],
        ...["used", "met", "passed", "felled"].map((word) => /** @type {[string, null]} */ ([word, null])),
      ),
    ),
    number("turn", t("Turn"), board.turn, (count) => change(["turn", String(count)]), 1),
    board.realms.length > 2
      ? choice(
          "token",
          t("Who has the Fate Token"),
          [["", t("nobody")], ...everyone],
          board.token ?? "",
          (seat) => change(["token", seat || null]),
        )
      : null,
  );
}

/** @param {Board} board @param {Fields<Catalogue>} view */
function piles(board, view) {
  const { chosen, held, words, names, catalogue, edit } = view;
  const ownSeat = chosen ? seatOf(board, chosen) : -1;
  const seat = ownSeat >= 0 ? ownSeat : (held.seat ?? 0);
  const realm = board.realms[seat];
  const villainCards = villain(board, seat, catalogue);
  /** @type {Record<string, string>} */
  const labels = {
    hand: t("Hand"),
    deck: t("Villain deck"),
    discard: t("Discards"),
    fate: t("Fate deck"),
    fate_discard: t("Fate discards"),
  };
  /** @type {Record<string, string>} */
  const fatePiles = { "fate^": t("Fate deck, on top"), fate_discard: labels.fate_discard };
  /** @type {Record<string, string>} */
  const villainPiles = {
    hand: labels.hand,
    "deck^": t("Villain deck, on top"),
    deck: t("Villain deck, at the bottom"),
    discard: labels.discard,
  };
  /** @param {string} card */
  const ofFate = (card) =>
    villainCards.fate.some(({ id }) => id === card || id === card.replace(/-\d+$/, ""));
  /** @type {(card: string) => [string, string][]} */
  const places = (card) => [
    ...labelled(
      villainCards.locations.map(({ id }) => `@${id}`),
      (place) => names(place.slice(1)),
    ),
    ...labelled(
      Object.keys(realm.cards).flatMap((other) =>
        other !== card && !realm.cards[other].on ? `+${other}` : [],
      ),
      (host) => `+ ${names(host.slice(1))}`,
    ),
    ...Object.entries(ofFate(card) ? fatePiles : villainPiles),
  ];
  /** @type {Pile[]} */
  const cardLists = [
    ...lists(realm).map(([name, each]) => /** @type {Pile} */ ([labels[name], each, TOPS[name] ?? name])),
    [t("The table"), Object.keys(realm.cards)],
  ];
  return cards(
    { ...view, held: { ...held, seat }, unseen: view.unseen[part(board, seat)] ?? [] },
    seats(board, words),
    cardLists,
    places,
    (card, to) => edit(put(board, seat, card, to)),
  );
}

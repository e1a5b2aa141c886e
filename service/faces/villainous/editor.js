/** Villainous: what of a position can be changed on the board and beside it, as words of its notation. */

import { colon, say, t } from "../../lib/i18n.js";
import { cards } from "../../study/cards.js";
import { choice, group, list, number } from "../../study/fields.js";

export const seats = (board, words) =>
  board.realms.map(({ who }, seat) => `${seat + 1} · ${words.names[who] ?? who}`);

const part = (board, seat) => `${seat}.${board.realms[seat].who}`;
const villain = (board, seat, catalogue) =>
  catalogue.villains.find(({ id }) => id === board.realms[seat].who);

/** The seat in whose Realm a card is. */
const seatOf = (board, card) =>
  board.realms.findIndex((mine) => mine.cards[card] || lists(mine).some(([, own]) => own.includes(card)));

/** Everything in a Realm that is a list of cards, by the words of the notation. */
const lists = (mine) => [
  ["hand", mine.hand],
  ["deck", mine.villain.deck],
  ["discard", mine.villain.discard],
  ["fate", mine.fate.deck],
  ["fate_discard", mine.fate.discard],
];

/** What can be tapped: cards that lie open, and for the chosen one the locations of its Realm. */
export function options(board, chosen, { names, catalogue }) {
  const found = new Map();
  for (const mine of board.realms) {
    for (const card of [...Object.keys(mine.cards), ...mine.hand]) {
      found.set(card, say(card === chosen ? t("Let go of {name}") : t("Take {name}"), { name: names(card) }));
    }
  }
  const seat = chosen ? seatOf(board, chosen) : -1;
  if (seat < 0) return found;
  for (const { id } of villain(board, seat, catalogue).locations) {
    found.set(id, t("Put {name} on {place}", { name: names(chosen), place: names(id) }));
  }
  return found;
}

/** What a tap on `picked` means: which card is chosen then, and what changes. */
export function picked(board, chosen, picked) {
  if (seatOf(board, picked) >= 0) return { choice: picked === chosen ? "" : picked, edits: [] };
  return { choice: "", edits: put(board, seatOf(board, chosen), chosen, `@${picked}`) };
}

/** The words that change when a card goes to a list, or into play: `@location` or `+card`. */
function put(board, seat, card, to) {
  const mine = board.realms[seat];
  const inPlay = "@+".includes(to[0]);
  const going = inPlay
    ? [card]
    : [card, ...Object.keys(mine.cards).filter((other) => mine.cards[other].on === card)];
  const stays = Object.fromEntries(Object.entries(mine.cards).filter(([other]) => !going.includes(other)));
  if (inPlay)
    stays[card] = {
      ...mine.cards[card],
      beside: "",
      ...(to[0] === "@" ? { at: to.slice(1), on: "" } : { at: "", on: to.slice(1) }),
    };
  const [word, top] = to.endsWith("^") ? [to.slice(0, -1), true] : [to, false];
  const freed = going.reduce((sum, each) => sum + (inPlay ? 0 : (mine.cards[each]?.power ?? 0)), 0);
  return [
    ...lists(mine).map(([name, own]) => {
      const left = own.filter((each) => !going.includes(each));
      return said(
        board,
        seat,
        name,
        list(name !== word ? left : top ? [...going, ...left] : [...left, ...going]),
      );
    }),
    said(board, seat, "cards", list(Object.entries(stays).map(told))),
    ...(freed ? [{ part: board.stage, word: "cauldron", value: String(board.cauldron + freed) }] : []),
  ];
}

const said = (board, seat, word, value) => ({ part: part(board, seat), word, value });

/** A card in play as the notation has it. */
const told = ([card, { at, on, power, form, beside }]) =>
  [card, at && `@${at}`, on && `+${on}`, power && `*${power}`, form && `~${form}`, beside && `&${beside}`]
    .filter(Boolean)
    .join("");

export function panel(board, view) {
  return [realm(board, view), turn(board, view), piles(board, view)];
}

/** Power comes from the Cauldron, and goes back there. */
const fromCauldron = (board, before, after) => ({
  part: board.stage,
  word: "cauldron",
  value: String(board.cauldron + before - after),
});

function realm(board, { chosen, held, hold, words, names, catalogue, edit }) {
  const seat = held.seat ?? 0;
  const mine = board.realms[seat];
  const places = villain(board, seat, catalogue).locations.map(({ id }) => [id, names(id)]);
  const lying = mine.cards[chosen];
  return group(
    t("Realm of {name}", { name: names(mine.who) }),
    choice(
      "realm",
      t("Seat"),
      seats(board, words).map((name, each) => [each, name]),
      seat,
      (each) => hold({ seat: Number(each) }),
    ),
    choice("mover", t("The mover is at"), places, mine.at, (at) => edit([said(board, seat, "at", at)])),
    number("power", t("Power"), mine.power, (power) =>
      edit([
        said(board, seat, "power", power ? String(power) : null),
        fromCauldron(board, mine.power, power),
      ]),
    ),
    lying
      ? number("lying", `${t("Power")}${colon}${names(chosen)}`, lying.power, (power) =>
          edit([
            said(
              board,
              seat,
              "cards",
              list(Object.entries({ ...mine.cards, [chosen]: { ...lying, power } }).map(told)),
            ),
            fromCauldron(board, lying.power, power),
          ]),
        )
      : null,
  );
}

function turn(board, { words, edit }) {
  const change = (...changes) => edit(changes.map(([word, value]) => ({ part: board.stage, word, value })));
  const everyone = seats(board, words).map((name, seat) => [seat, name]);
  return group(
    t("Turn"),
    choice("seat", t("Whose turn it is"), everyone, board.seat, (seat) =>
      change(["seat", seat], ...["used", "met", "passed", "felled"].map((word) => [word, null])),
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

function piles(board, view) {
  const { chosen, held, words, names, catalogue, edit } = view;
  const here = chosen ? seatOf(board, chosen) : -1;
  const seat = here >= 0 ? here : (held.seat ?? 0);
  const mine = board.realms[seat];
  const own = villain(board, seat, catalogue);
  const called = {
    hand: t("Hand"),
    deck: t("Villain deck"),
    discard: t("Discards"),
    fate: t("Fate deck"),
    fate_discard: t("Fate discards"),
  };
  const ofFate = (card) => own.fate.some(({ id }) => id === card || id === card.replace(/-\d+$/, ""));
  const places = (card) => [
    ...own.locations.map(({ id }) => [`@${id}`, names(id)]),
    ...Object.keys(mine.cards)
      .filter((other) => other !== card && !mine.cards[other].on)
      .map((other) => [`+${other}`, `+ ${names(other)}`]),
    ...(ofFate(card)
      ? [
          ["fate^", t("Fate deck, on top")],
          ["fate_discard", called.fate_discard],
        ]
      : [
          ["hand", called.hand],
          ["deck^", t("Villain deck, on top")],
          ["deck", t("Villain deck, at the bottom")],
          ["discard", called.discard],
        ]),
  ];
  const all = [
    [t("The table"), Object.keys(mine.cards)],
    ...lists(mine).map(([name, each]) => [called[name], each]),
  ];
  return cards(
    { ...view, held: { ...held, seat } },
    seats(board, words),
    all,
    places,
    (card, to) => edit(put(board, seat, card, to)),
    chosen || held.card,
  );
}

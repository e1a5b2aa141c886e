/** The board as text, complete: for who cannot see it. */

import { colon, say, semicolon } from "../../../lib/i18n.js";
import { spoken } from "./card.js";
import { objective, steps, told } from "./objective.js";
import { attached, lying, named } from "./card-text.js";

export function board(scene, view) {
  const { ui } = view.words;
  const { turn, seat, cauldron, token } = scene.board;
  const who = (n) => `${named(scene.board.realms[n].who, view)} (${scene.players[n] ?? ui.free})`;
  return [
    !turn ? ui.before : scene.ended ? say(ui.turn, { turn }) : say(ui.turnOf, { turn, who: who(seat) }),
    say(ui.cauldron, { power: cauldron }),
    token !== null && `${ui.fateToken}${colon}${who(token)}`,
    ...scene.board.realms.flatMap((mine, n) => realm(scene, mine, n, who(n), view)),
  ]
    .filter(Boolean)
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))
    .join(" ");
}

function realm(scene, mine, seat, who, view) {
  const { ui } = view.words;
  const { locations } = view.catalogue.villains.find(({ id }) => id === mine.who);
  const names = (cards) => cards.map((card) => named(card, view)).join(", ");
  const known = mine.hand.filter(Boolean);
  const hand = `${ui.hand}${colon}${say(ui.realm.cards, { count: mine.hand.length })}`;
  return [
    `${who}${colon}${say(ui.power, { power: mine.power })}, ${hand}${known.length ? ` (${names(known)})` : ""}`,
    `${objective(mine.who, view).replace(/\.$/, "")}${colon}${steps(seat, view)
      .map((step) => told(step, mine.who, view))
      .join(", ")}`,
    ...locations.map(
      (place) =>
        `${named(place.id, view)}${colon}${location(scene.board, place, mine, seat, view).join(semicolon)}`,
    ),
    mine.opened.length && `${ui.revealed}${colon}${names(mine.opened)}`,
    mine.lasting.length && `${ui.realm.lasting} ${names(mine.lasting)}`,
    pile(ui.deck, ui.discards, mine.villain, view),
    pile(ui.fateDeck, ui.fateDiscards, mine.fate, view),
  ];
}

function pile(deck, discards, { deck: hidden, discard }, view) {
  const top = discard.length ? ` (${view.words.ui.realm.onTop} ${named(discard.at(-1), view)})` : "";
  return `${deck} ${hidden.length}, ${discards} ${discard.length}${top}`;
}

function location(board, place, mine, seat, view) {
  const { ui } = view.words;
  const { heroes, own } = lying(mine, place.id, view);
  const carried = ([card, where]) =>
    [
      spoken(card, where, view),
      ...attached(card, mine).map((item) => `${ui.realm.with} ${named(item, view)}`),
    ].join(" ");
  const action = ({ action, amount }) => say(ui.actions[action], { amount });
  const all = [...place.top, ...place.bottom];
  const hidden = all.filter((_, n) => `covered:${place.id}:${n + 1}` in view.reckoned);
  const used =
    board.seat === seat && mine.at === place.id
      ? all.filter((_, n) => board.used.includes(String(n + 1)))
      : [];
  const free = all.filter((each) => !hidden.includes(each) && !used.includes(each));
  return [
    mine.at === place.id && ui.mover,
    mine.locked.includes(place.id) && ui.locked,
    ...heroes.map(carried),
    ...own.map(carried),
    free.length && free.map(action).join(", "),
    used.length && `${ui.realm.used}${colon}${used.map(action).join(", ")}`,
    hidden.length && `${ui.realm.hiddenActions}${colon}${hidden.map(action).join(", ")}`,
  ].filter(Boolean);
}

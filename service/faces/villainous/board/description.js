/** The board as text, complete: for who cannot see it. */

import { colon, plural, say, semicolon, t } from "../../../lib/i18n.js";
import { spoken } from "./card.js";
import { objective, steps, told } from "./objective.js";
import { ACTIONS, attached, lying, named } from "./card-text.js";

export function board(scene, view) {
  const { turn, seat, cauldron, token } = scene.board;
  const who = (n) => `${named(scene.board.realms[n].who, view)} (${scene.players[n] ?? t("a free seat")})`;
  return [
    !turn
      ? t("Setting up")
      : scene.ended
        ? t("Turn {turn}", { turn })
        : t("Turn {turn} · {who}", { turn, who: who(seat) }),
    say(plural("{power} Power in the Cauldron", "{power} Power in the Cauldron"), { power: cauldron }),
    token !== null && `${t("Fate Token")}${colon}${who(token)}`,
    ...scene.board.realms.flatMap((mine, n) => realm(scene, mine, n, who(n), view)),
  ]
    .filter(Boolean)
    .map((line) => (/[.!?]$/.test(line) ? line : `${line}.`))
    .join(" ");
}

function realm(scene, mine, seat, who, view) {
  const { locations } = view.catalogue.villains.find(({ id }) => id === mine.who);
  const names = (cards) => cards.map((card) => named(card, view)).join(", ");
  const known = mine.hand.filter(Boolean);
  const hand = `${t("Hand")}${colon}${t("{count} cards", { count: mine.hand.length })}`;
  return [
    `${who}${colon}${say(plural("{power} Power", "{power} Power"), { power: mine.power })}, ${hand}${known.length ? ` (${names(known)})` : ""}`,
    `${objective(mine.who, view).replace(/\.$/, "")}${colon}${steps(seat, view)
      .map((step) => told(step, mine.who, view))
      .join(", ")}`,
    ...locations.map(
      (place) =>
        `${named(place.id, view)}${colon}${location(scene.board, place, mine, seat, view).join(semicolon)}`,
    ),
    mine.opened.length && `${t("Lying open")}${colon}${names(mine.opened)}`,
    mine.lasting.length && `${t("In force:")} ${names(mine.lasting)}`,
    pile(t("Villain deck"), t("Discards"), mine.villain, view),
    pile(t("Fate deck"), t("Fate discards"), mine.fate, view),
  ];
}

function pile(deck, discards, { deck: hidden, discard }, view) {
  const top = discard.length ? ` (${t("on top")} ${named(discard.at(-1), view)})` : "";
  return `${deck} ${hidden.length}, ${discards} ${discard.length}${top}`;
}

function location(board, place, mine, seat, view) {
  const { heroes, own } = lying(mine, place.id, view);
  const carried = ([card, where]) =>
    [
      spoken(card, where, view),
      ...attached(card, mine).map((item) => `${t("with")} ${named(item, view)}`),
    ].join(" ");
  const action = ({ action, amount }) => say(ACTIONS[action], { amount });
  const all = [...place.top, ...place.bottom];
  const hidden = all.filter((_, n) => `covered:${place.id}:${n + 1}` in view.reckoned);
  const used =
    board.seat === seat && mine.at === place.id
      ? all.filter((_, n) => board.used.includes(String(n + 1)))
      : [];
  const free = all.filter((each) => !hidden.includes(each) && !used.includes(each));
  return [
    mine.at === place.id && t("the mover is here"),
    mine.locked.includes(place.id) && t("locked"),
    ...heroes.map(carried),
    ...own.map(carried),
    free.length && free.map(action).join(", "),
    used.length && `${t("used")}${colon}${used.map(action).join(", ")}`,
    hidden.length && `${t("covered")}${colon}${hidden.map(action).join(", ")}`,
  ].filter(Boolean);
}

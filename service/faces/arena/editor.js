/** Sorcerer's Arena: edits of a position on the board and next to it, as words of its notation. */

import { colon, say, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { TEAMS } from "./board/naming.js";
import { emblem } from "./board/silhouettes.js";
import { cards } from "../../study/cards.js";
import { button, choice, flag, group, list, number } from "../../study/fields.js";

const SEATS = "ABCD";
const PILES = { hand: t("Hand"), deck: t("Deck"), discards: t("Discards"), banished: t("Banished") };
const STATUS = "status:";

export const seats = (board) => board.teams.map((team, seat) => `${seat + 1} · ${TEAMS[team]}`);

const part = (board, figureId) => `${SEATS[board.figures[figureId].seat]}.${figureId}`;

/** The things to tap: figures, and free spaces for the chosen figure. */
export function options(board, chosen, { names, catalogue }) {
  const labels = new Map();
  for (const figureId of Object.keys(board.figures)) {
    labels.set(
      figureId,
      say(figureId === chosen ? t("Let go of {name}") : t("Take {name}"), { name: names(figureId) }),
    );
  }
  if (!board.figures[chosen]) return labels;
  const taken = Object.values(board.figures).map((figure) => figure.at);
  for (const space of catalogue.arena.rows.flat()) {
    if (!taken.includes(space))
      labels.set(space, t("Put {name} on {place}", { name: names(chosen), place: space }));
  }
  return labels;
}

/** The result of a tap on `picked`: the next chosen figure, and the edits. */
export function picked(board, chosen, picked) {
  if (board.figures[picked] || !board.figures[chosen])
    return { choice: picked === chosen ? "" : picked, edits: [] };
  const to = part(board, chosen);
  const up = board.figures[chosen].hp ? [] : [{ part: to, word: "hp", value: "1" }];
  return { choice: "", edits: [{ part: to, word: "at", value: picked }, ...up] };
}

export const panel = (board, view) => {
  const parts = [turn(board, view), figures(board, view)];
  return board.figures[view.chosen] ? parts.toReversed() : parts;
};

/** The pieces and cards that are taken and put elsewhere. */
export const bank = (board, view) => [pieces(board, view), piles(board, view)];

function pieces(board, { chosen, names, choose }) {
  const piece = ([figureId, figure]) =>
    h(
      "button",
      {
        type: "button",
        class: `quiet piece team-${board.teams[figure.seat]}`,
        "data-card": figureId,
        "aria-pressed": String(figureId === chosen),
        onclick: () => choose(figureId === chosen ? "" : figureId),
      },
      emblem(figure.code),
      h("span", {}, names(figureId)),
      h("small", {}, figure.at || "–"),
    );
  return group(t("Figures"), h("div", { class: "pieces" }, Object.entries(board.figures).map(piece)));
}

function figures(board, { chosen, words, names, choose, edit }) {
  const everyone = [["", "–"], ...Object.keys(board.figures).map((who) => [who, names(who)])];
  const who = board.figures[chosen] ? chosen : "";
  const picker = choice("figure", t("Figure"), everyone, who, choose);
  if (!who) return group(t("Figures"), picker);
  const figure = board.figures[who];
  const change = (word, value) => edit([{ part: part(board, who), word, value }]);
  const off = () =>
    edit([
      ...["at", ...Object.keys(figure.statuses)].map((word) => ({ part: part(board, who), word })),
      { part: part(board, who), word: "hp", value: "0" },
    ]);
  return group(
    t("Figures"),
    picker,
    number("hp", t("HP"), figure.hp, (hp) => change("hp", String(hp))),
    board.options.chapter === 4
      ? flag("upgraded", t("upgraded"), figure.upgraded, (up) => change("upgraded", up ? "" : null))
      : null,
    ...statuses(words).map((status) =>
      number(status, names(status), figure.statuses[status] ?? 0, (count) =>
        change(status, count ? String(count) : null),
      ),
    ),
    figure.at ? button("off", t("Take it off the board"), off) : null,
  );
}

/** All statuses, as the glossary explains them. */
const statuses = ({ texts }) =>
  Object.keys(texts).flatMap((id) => (id.startsWith(STATUS) ? [id.slice(STATUS.length)] : []));

function turn(board, { names, edit }) {
  const change = (...edits) => edit(edits.map(([word, value]) => ({ part: board.stage, word, value })));
  const others = Object.entries(board.figures).map(([figureId]) => [figureId, names(figureId)]);
  const remaining = (phase, count) =>
    Object.entries(board.phases)
      .map(([each, was]) => `${each[0]}${each === phase ? count : was}`)
      .join("");
  return group(
    t("Turn"),
    choice("turn", t("Whose turn it is"), others, board.active, (figureId) =>
      change(["turn", figureId], ["used", null], ["phase", null], ["activated", null], ["refused", null]),
    ),
    number("round", t("Round"), board.round, (round) => change(["round", String(round)]), 1),
    ...board.points.map((vp, team) =>
      number(`vp-${team}`, t("VP of {team}", { team: TEAMS[team] }), vp, (now) =>
        change(["vp", board.points.map((was, each) => (each === team ? now : was)).join(":")]),
      ),
    ),
    ...Object.entries(board.phases).map(([phase, count]) =>
      number(
        `left-${phase}`,
        `${t("Phases left in the turn")}${colon}${names(`phase:${phase}`)}`,
        count,
        (now) => change(["left", remaining(phase, now)]),
      ),
    ),
    flag("final", t("the last round"), board.final, (final) => change(["final", final ? "" : null])),
  );
}

function piles(board, view) {
  const { held, edit } = view;
  const seat = held.seat ?? 0;
  const summoner = board.summoners[seat];
  const places = [
    ["hand", PILES.hand],
    ["deck", t("Deck, on top")],
    ["bottom", t("Deck, at the bottom")],
    ["discards", PILES.discards],
    ["banished", PILES.banished],
  ];
  const put = (card, to) => {
    const without = (pile) => summoner[pile].filter((each) => each !== card);
    const after = Object.fromEntries(Object.keys(PILES).map((pile) => [pile, without(pile)]));
    if (to === "deck") after.deck.unshift(card);
    else after[to === "bottom" ? "deck" : to].push(card);
    edit(Object.entries(after).map(([word, own]) => ({ part: SEATS[seat], word, value: list(own) })));
  };
  return cards(
    { ...view, unseen: view.unseen[SEATS[seat]] ?? [] },
    seats(board),
    Object.keys(PILES).map((pile) => [PILES[pile], summoner[pile], pile]),
    () => places,
    put,
  );
}

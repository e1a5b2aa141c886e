/** Sorcerer's Arena: edits of a position on the board and next to it, as words of its notation. */

/** @import { Choice, Fields } from "../game/editor.d.ts" */
/** @import { Board, Catalogue, Figure } from "./shapes.d.ts" */

import { colon, say, t } from "../../lib/i18n.js";
import { h } from "../../lib/dom.js";
import { TEAMS } from "./board/naming.js";
import { emblem } from "./board/silhouettes.js";
import { cards } from "../../study/cards.js";
import { button, choice, flag, group, labelled, list, number } from "../../study/fields.js";

const SEATS = "ABCD";
const PILES = { hand: t("Hand"), deck: t("Deck"), discards: t("Discards"), banished: t("Banished") };
/** @typedef {keyof typeof PILES} Pile */
const PILE_NAMES = /** @type {Pile[]} */ (Object.keys(PILES));
const STATUS = "status:";

/** @param {Board} board */
export const seats = (board) => board.teams.map((team, seat) => `${seat + 1} · ${TEAMS[team]}`);

/** @param {Board} board @param {string} figureId */
const part = (board, figureId) => `${SEATS[board.figures[figureId].seat]}.${figureId}`;

/**
 * The things to tap: figures, and free spaces for the chosen figure.
 * @param {Board} board @param {string} chosen @param {Fields<Catalogue>} fields
 */
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

/**
 * The result of a tap on `picked`: the next chosen figure, and the edits.
 * @param {Board} board @param {string} chosen @param {string} picked @returns {Choice}
 */
export function picked(board, chosen, picked) {
  if (board.figures[picked] || !board.figures[chosen])
    return { choice: picked === chosen ? "" : picked, edits: [] };
  const to = part(board, chosen);
  const up = board.figures[chosen].hp ? [] : [{ part: to, word: "hp", value: "1" }];
  return { choice: "", edits: [{ part: to, word: "at", value: picked }, ...up] };
}

/** @param {Board} board @param {Fields<Catalogue>} view */
export const panel = (board, view) => {
  const parts = [turn(board, view), figures(board, view)];
  return board.figures[view.chosen] ? parts.toReversed() : parts;
};

/** The pieces and cards that are taken and put elsewhere. @param {Board} board @param {Fields<Catalogue>} view */
export const bank = (board, view) => [pieces(board, view), piles(board, view)];

/** @param {Board} board @param {Fields<Catalogue>} fields */
function pieces(board, { chosen, names, choose }) {
  /** @param {[string, Figure]} entry */
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
  return group(
    t("Figures"),
    h("div", { class: "pieces stack tight" }, Object.entries(board.figures).map(piece)),
  );
}

/** @param {Board} board @param {Fields<Catalogue>} fields */
function figures(board, { chosen, words, names, choose, edit }) {
  /** @type {[string, string][]} */
  const everyone = [["", "–"], ...labelled(Object.keys(board.figures), names)];
  const who = board.figures[chosen] ? chosen : "";
  const picker = choice("figure", t("Figure"), everyone, who, choose);
  if (!who) return group(t("Figure"), picker);
  const figure = board.figures[who];
  /** @param {string} word @param {string | null} value */
  const change = (word, value) => edit([{ part: part(board, who), word, value }]);
  const off = () =>
    edit([
      ...["at", ...Object.keys(figure.statuses)].map((word) => ({ part: part(board, who), word })),
      { part: part(board, who), word: "hp", value: "0" },
    ]);
  return group(
    t("Figure"),
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

/** All statuses, as the glossary explains them. @param {Fields<Catalogue>["words"]} words */
const statuses = ({ texts }) =>
  Object.keys(texts).flatMap((id) => (id.startsWith(STATUS) ? [id.slice(STATUS.length)] : []));

/** @param {Board} board @param {Fields<Catalogue>} fields */
function turn(board, { names, edit }) {
  /** @param {[string, string | null][]} edits */
  const change = (...edits) => edit(edits.map(([word, value]) => ({ part: board.stage, word, value })));
  const others = labelled(Object.keys(board.figures), names);
  /** @param {string} phase @param {number} count */
  const remaining = (phase, count) =>
    Object.entries(board.phases)
      .map(([each, was]) => `${each[0]}${each === phase ? count : was}`)
      .join("");
  return group(
    t("Turn"),
    choice("turn", t("Whose turn it is"), others, board.active ?? "", (figureId) =>
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

/** @param {Board} board @param {Fields<Catalogue>} view */
function piles(board, view) {
  const { held, edit } = view;
  const seat = held.seat ?? 0;
  const summoner = board.summoners[seat];
  /** @type {[string, string][]} */
  const places = [
    ["hand", PILES.hand],
    ["deck", t("Deck, on top")],
    ["bottom", t("Deck, at the bottom")],
    ["discards", PILES.discards],
    ["banished", PILES.banished],
  ];
  /** @param {string} card @param {string} to */
  const put = (card, to) => {
    /** @param {Pile} pile */
    const without = (pile) => summoner[pile].filter((/** @type {string | null} */ each) => each !== card);
    const after = Object.fromEntries(PILE_NAMES.map((pile) => [pile, without(pile)]));
    if (to === "deck") after.deck.unshift(card);
    else after[to === "bottom" ? "deck" : to].push(card);
    edit(Object.entries(after).map(([word, own]) => ({ part: SEATS[seat], word, value: list(own) })));
  };
  return cards(
    { ...view, unseen: view.unseen[SEATS[seat]] ?? [] },
    seats(board),
    PILE_NAMES.map((pile) => [PILES[pile], summoner[pile], pile]),
    () => places,
    put,
  );
}

/** Next to the field: all figures with HP and statuses, and the cards of both sides. */

/** @import { KeyedCache } from "../../../lib/keyed-cache.js" */
/** @import { Board, Figure, Scene, View } from "../shapes.d.ts" */

import { explains } from "../../../boards/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, t } from "../../../lib/i18n.js";
import { hold } from "../../../lib/keyed-cache.js";
import { hand } from "./hand.js";
import { emblem } from "./silhouettes.js";
import { aboutFigure, nameOf, printedCard, team, TEAMS, withUpgrades } from "./naming.js";
import { bar, crest } from "./score.js";
import { sign } from "../signs.js";

/**
 * All of a team: its characters, and the cards of its Summoners; the hand of seat `own` lies elsewhere.
 * @param {Scene} scene @param {number} side @param {KeyedCache} parts @param {View} view
 * @param {{near: boolean, own?: number}} place
 */
export function roster(scene, side, parts, view, { near, own }) {
  const { teams } = scene.board;
  const label = TEAMS[side];
  const root = parts.part(`side:${side}`, near, () =>
    h("div", { class: `side team-${side}${near ? " near" : ""}`, role: "group", "aria-label": label }),
  );
  const seats = [...teams.keys()].filter((seat) => teams[seat] === side);
  return hold(
    root,
    seats.map((seat) => summoner(scene, seat, side, parts, view, seat === own)),
  );
}

/**
 * @param {Scene} scene @param {number} seat @param {number} side @param {KeyedCache} parts @param {View} view
 * @param {boolean} docked
 */
function summoner(scene, seat, side, parts, view, docked) {
  const { board, players } = scene;
  const { hand: cards, deck, discards, banished } = board.summoners[seat];
  const shown = scene.ended ? cards.filter(Boolean) : cards;
  const figures = Object.entries(board.figures).filter(([, figure]) => figure.seat === seat);
  const root = parts.part(`seat:${seat}`, docked, () => h("div", { class: "seat", "data-seat": seat }));
  const members = parts.part(`members:${seat}`, 0, () => h("ul", { class: "members" }));
  hold(
    members,
    figures.map(([figureId, figure]) => {
      const changed = view.changed.some((path) => path[1] === "figures" && path[2] === figureId);
      const numbers = [view.reckoned[`move:${figureId}`], view.reckoned[`attack:${figureId}`]];
      const key = [figure, figureId === board.active, changed, board.options.chapter, ...numbers];
      return parts.part(`member:${figureId}`, key, () =>
        h("li", {}, member(figureId, figure, changed, scene, view)),
      );
    }),
  );
  return hold(
    root,
    [
      parts.part(`summoner:${seat}`, [players[seat]], () =>
        h("h2", {}, crest(side), players[seat] ?? t("a free seat")),
      ),
      members,
      !docked && parts.part(`hand:${seat}`, [shown, [...view.options]], () => hand(shown, view)),
      parts.part(`piles:${seat}`, [deck.length, discards, banished], () => piles(board, seat, view)),
    ].filter(Boolean),
  );
}

/** @param {string} figureId @param {Figure} figure @param {boolean} changed @param {Scene} scene @param {View} view */
function member(figureId, figure, changed, scene, view) {
  const { board } = scene;
  const classes = ["member", `team-${team(board, figureId)}`];
  if (figureId === board.active) classes.push("active");
  if (!figure.at) classes.push("down");
  if (changed) classes.push("changed");
  const element = h(
    "button",
    { type: "button", class: classes.join(" ") },
    h("span", { class: "code" }, emblem(figure.code)),
    h("span", { class: "name" }, nameOf(figureId, view), figure.upgraded && h("em", {}, "★ ", t("upgraded"))),
    h("span", { class: "hp" }, t("{hp} HP", { hp: figure.hp })),
    bar(figure, view),
    h(
      "span",
      { class: "statuses" },
      Object.entries(figure.statuses).map(([status, count]) =>
        h("span", { class: "chip" }, sign(status), `${nameOf(status, view)} ${count}`),
      ),
      !figure.at && h("span", { class: "chip" }, t("not in the Arena")),
    ),
  );
  explains(element, view, () => aboutFigure(figureId, scene, view));
  return element;
}

/** @param {Board} board @param {number} seat @param {View} view */
function piles(board, seat, view) {
  const { deck, discards, banished } = board.summoners[seat];
  const collected = new Map();
  for (const id of withUpgrades(board) ? discards : []) {
    const { gear } = printedCard(id, view);
    collected.set(gear, (collected.get(gear) ?? 0) + 1);
  }
  const gears = [...collected]
    .sort()
    .map(([gear, count]) =>
      h(
        "span",
        { class: "chip", title: nameOf(`gear:${gear}`, view) },
        sign(gear),
        h("span", { class: "hidden" }, nameOf(`gear:${gear}`, view)),
        String(count),
      ),
    );
  /** @param {string} name @param {string} label @param {string[]} cards */
  const pileButton = (name, label, cards) => {
    const element = h(
      "button",
      { type: "button", class: `pile ${name}` },
      `${label} `,
      h("b", {}, String(cards.length)),
    );
    const parts = cards
      .toReversed()
      .map((id) => ({ title: `${nameOf(id, view)}${colon.trimEnd()}`, text: view.words.texts[id] ?? "" }));
    explains(element, view, () => ({ title: `${label} · ${cards.length}`, parts }));
    return h("li", {}, element);
  };
  return h(
    "ul",
    { class: "piles" },
    h("li", {}, h("span", { class: "pile" }, `${t("Deck")} `, h("b", {}, String(deck.length)))),
    pileButton("discards", t("Discards"), discards),
    pileButton("banished", t("Banished"), banished),
    gears.length ? h("li", { class: "gears" }, gears) : null,
  );
}

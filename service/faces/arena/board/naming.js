/** Names of things in the Arena, and explanations for new players. */

/** @import { About, Board, Card, Catalogue, Figure, Scene, Step, Text, View } from "../shapes.d.ts" */

import { colon, t } from "../../../lib/i18n.js";
import { roles } from "./roles.js";

export const TEAMS = [t("Blue team"), t("Red team")];

/** The Victory Points that make a round the last one (SA-702). @param {Board} board @param {View} view */
export const goal = (board, { catalogue }) => catalogue.final_round_at[board.options.chapter];

/** @param {string} id @param {View} view */
export const nameOf = (id, view) => view.words.names[id] ?? id;
/**
 * The last word of a name, before any “l'Apprenti Sorcier”: it is the one that players say.
 * @param {string} figureId @param {View} view
 */
export const short = (figureId, view) =>
  nameOf(figureId, view)
    .split(/ l['’]/)[0]
    .split(" ")
    .at(-1);
/** @param {Board} board @param {Step} figureId */
export const team = (board, figureId) => board.teams[board.figures[figureId].seat];
/**
 * The printed values of a figure. Its upgraded side may have other HP and Victory Points.
 * @param {Figure} figure @param {View} view
 */
export function printedFigure(figure, view) {
  const printed = view.catalogue.characters[figure.code];
  const { hp, vp } = figure.upgraded ? printed.upgraded : printed;
  return { ...printed, hp: hp ?? printed.hp, vp: vp ?? printed.vp };
}
/** Whether ability cards lie on the table (SA-116), and whether they are turned over (SA-801). @param {Board} board */
export const withAbilities = (board) => board.options.chapter >= 3;
/** @param {Board} board */
export const withUpgrades = (board) => board.options.chapter >= 4;

/** @type {WeakMap<Catalogue, Map<string, Card>>} */
const printedCards = new WeakMap();

/** The printed card that `id` is a copy of. @type {(id: string, view: View) => Card} */
export function printedCard(id, { catalogue }) {
  if (!printedCards.has(catalogue)) {
    const decks = Object.values(catalogue.characters).flatMap(({ deck }) => deck);
    printedCards.set(catalogue, new Map(decks.flatMap((card) => card.ids.map((each) => [each, card]))));
  }
  return /** @type {Card} */ (printedCards.get(catalogue)?.get(id));
}

/** A figure in a line of text. @param {string} figureId @param {Board} board @param {View} view */
export function describeFigure(figureId, board, view) {
  const figure = board.figures[figureId];
  const statuses = Object.entries(figure.statuses).map(
    ([status, count]) => `${nameOf(status, view)} ${count}`,
  );
  const side = TEAMS[team(board, figureId)];
  const marks = [figureId === board.active && t("on turn"), figure.upgraded && t("upgraded")].filter(Boolean);
  return [
    `${nameOf(figureId, view)} (${side})`,
    locationOf(figure, view),
    hitPoints(figure, view),
    ...marks,
    ...statuses,
  ].join(", ");
}

/** @param {Figure} figure @param {View} view */
const hitPoints = (figure, view) =>
  t("{hp} of {full} HP", { hp: figure.hp, full: printedFigure(figure, view).hp });

/** @param {Figure} figure @param {View} view */
function locationOf(figure, view) {
  if (!figure.at) return t("not in the Arena");
  const golden = view.catalogue.arena.golden.includes(figure.at);
  return golden ? `${figure.at} (${nameOf("golden-space", view)})` : figure.at;
}

/**
 * Describes a figure: its numbers, its statuses, its ability card.
 * @param {string} figureId @param {Scene} scene @param {View} view @returns {About}
 */
export function aboutFigure(figureId, scene, view) {
  const { board } = scene;
  const { texts } = view.words;
  const figure = board.figures[figureId];
  const printed = printedFigure(figure, view);
  const face = figure.upgraded ? printed.upgraded : printed.start;
  const abilities = withAbilities(board);
  const { ability, constant, activated } = withUpgrades(board) ? printed.upgraded : {};
  const onceUpgraded = /** @type {[string, Text][]} */ ([
    ["a", ability],
    ["c", constant],
    ["u", activated],
  ]).filter((pair) => pair[1]);
  /** @type {([string, string | number | undefined] | false)[]} */
  const numbers = [
    [nameOf("hp", view), `${figure.hp} / ${printed.hp}`],
    [t("Stands on"), locationOf(figure, view)],
    [nameOf("standard-attack", view), view.reckoned[`attack:${figureId}`]],
    abilities && [nameOf("standard-movement", view), view.reckoned[`move:${figureId}`]],
    [t("VP for knocking it out"), printed.vp],
    withUpgrades(board) && !figure.upgraded && [t("Upgrade takes"), gears(printed.cost, view)],
  ];
  return {
    thing: figureId,
    title: nameOf(figureId, view),
    kind: `${TEAMS[team(board, figureId)]} · ${scene.players[figure.seat] ?? t("a free seat")}`,
    numbers: /** @type {About["numbers"]} */ (numbers.filter((each) => each && each[1] !== undefined)),
    parts: [
      ...Object.entries(figure.statuses).map(([status, count]) => ({
        title: `${nameOf(status, view)} ${count}${colon.trimEnd()}`,
        text: texts[`status:${status}`] ?? "",
      })),
      ...(abilities ? face.skills : []).map(({ name, text }, n) => ({
        title: `${view.words.names[`${figure.code}.s${n + 1}`] ?? name}${colon.trimEnd()}`,
        text,
      })),
      ...onceUpgraded.map(([part, { text }]) => ({
        title: `${nameOf(`${figure.code}.${part}`, view)} (${figure.upgraded ? t("upgraded") : t("once upgraded")}):`,
        text,
      })),
    ],
    why: `/board/figures/${figureId}`,
  };
}

/** @param {Record<string, number>} cost @param {View} view */
const gears = (cost, view) =>
  Object.entries(cost)
    .map(([gear, count]) => `${count} ${nameOf(`gear:${gear}`, view)}`)
    .join(", ");

/** The kinds of a battle card: its banner and its types. @param {string} id @param {View} view */
export function cardKinds(id, view) {
  const { banner, types } = printedCard(id, view);
  return [
    ...banner.map((each) => nameOf(`${each}-card`, view)),
    ...types.map((type) => nameOf(`type:${type}`, view)),
  ].join(" · ");
}

/** Describes a battle card. @param {string} id @param {View} view */
export function aboutCard(id, view) {
  const { gear } = printedCard(id, view);
  /** @type {About["numbers"]} */
  const numbers = [[t("Gear for upgrades"), nameOf(`gear:${gear}`, view)]];
  return {
    thing: id,
    title: nameOf(id, view),
    kind: `${nameOf(id.slice(0, 3), view)} · ${cardKinds(id, view)}`,
    text: view.words.texts[id],
    lang: view.words.languages?.texts,
    numbers,
  };
}

/**
 * Describes a character for the draft: its numbers, its role in a team, its skills and its deck.
 * @param {string} code @param {View} view @returns {About}
 */
export function aboutCharacter(code, view) {
  const { hp, vp, start, deck } = view.catalogue.characters[code];
  return {
    title: nameOf(code, view),
    kind: roles(view.catalogue.characters[code]).join(" · "),
    lang: view.words.languages?.texts,
    numbers: [
      [nameOf("hp", view), hp],
      [nameOf("standard-movement", view), start.move],
      [nameOf("standard-attack", view), start.attack],
      [t("VP for knocking it out"), vp],
    ],
    text: deck
      .map(({ ids }) => (ids.length > 1 ? `${nameOf(ids[0], view)} ×${ids.length}` : nameOf(ids[0], view)))
      .join(", "),
    parts: start.skills.map(({ name, text }, n) => ({
      title: `${view.words.names[`${code}.s${n + 1}`] ?? name}${colon.trimEnd()}`,
      text,
    })),
  };
}

/** What to call things of the Arena, and what they are for who does not know them by heart. */

import { colon, t } from "../../../lib/i18n.js";
import { roles } from "./roles.js";

export const TEAMS = [t("Blue team"), t("Red team")];

/** The Victory Points that make a round the last one (SA-702). */
export const goal = (board, { catalogue }) => catalogue.final_round_at[board.options.chapter];

export const called = (what, view) => view.words.names[what] ?? what;
/** The last word of a name, before any “l'Apprenti Sorcier”: it is the one that players say. */
export const short = (who, view) => called(who, view).split(" l'")[0].split(" ").at(-1);
export const team = (board, who) => board.teams[board.figures[who].seat];
/** What is printed on a figure: its upgraded side may have other HP and Victory Points. */
export function printedFigure(figure, view) {
  const printed = view.catalogue.characters[figure.code];
  const { hp, vp } = figure.upgraded ? printed.upgraded : printed;
  return { ...printed, hp: hp ?? printed.hp, vp: vp ?? printed.vp };
}
/** Whether ability cards lie on the table (SA-116), and whether they are turned over (SA-801). */
export const withAbilities = (board) => board.options.chapter >= 3;
export const withUpgrades = (board) => board.options.chapter >= 4;

const printedCards = new WeakMap();

/** The printed card that `id` is a copy of. */
export function printedCard(id, { catalogue }) {
  if (!printedCards.has(catalogue)) {
    const decks = Object.values(catalogue.characters).flatMap(({ deck }) => deck);
    printedCards.set(catalogue, new Map(decks.flatMap((card) => card.ids.map((each) => [each, card]))));
  }
  return printedCards.get(catalogue).get(id);
}

/** A figure in a line of text. */
export function told(who, board, view) {
  const figure = board.figures[who];
  const statuses = Object.entries(figure.statuses).map(
    ([status, count]) => `${called(status, view)} ${count}`,
  );
  const side = TEAMS[team(board, who)];
  const marks = [who === board.active && t("on turn"), figure.upgraded && t("upgraded")].filter(Boolean);
  return [
    `${called(who, view)} (${side})`,
    where(figure, view),
    hitPoints(figure, view),
    ...marks,
    ...statuses,
  ].join(", ");
}

const hitPoints = (figure, view) =>
  t("{hp} of {full} HP", { hp: figure.hp, full: printedFigure(figure, view).hp });

function where(figure, view) {
  if (!figure.at) return t("not in the Arena");
  const golden = view.catalogue.arena.golden.includes(figure.at);
  return golden ? `${figure.at} (${called("golden-space", view)})` : figure.at;
}

/** What a figure is: its numbers, its statuses, its ability card. */
export function aboutFigure(who, scene, view) {
  const { board } = scene;
  const { texts } = view.words;
  const figure = board.figures[who];
  const printed = printedFigure(figure, view);
  const face = figure.upgraded ? printed.upgraded : printed.start;
  const abilities = withAbilities(board);
  const { ability, constant, activated } = withUpgrades(board) ? printed.upgraded : {};
  const onceUpgraded = [
    ["a", ability],
    ["c", constant],
    ["u", activated],
  ].filter(([, each]) => each);
  const numbers = [
    [called("hp", view), `${figure.hp} / ${printed.hp}`],
    [t("Stands on"), where(figure, view)],
    [called("standard-attack", view), view.reckoned[`attack:${who}`]],
    abilities && [called("standard-movement", view), view.reckoned[`move:${who}`]],
    [t("VP for knocking it out"), printed.vp],
    withUpgrades(board) && !figure.upgraded && [t("Upgrade takes"), gears(printed.cost, view)],
  ];
  return {
    title: called(who, view),
    kind: `${TEAMS[team(board, who)]} · ${scene.players[figure.seat] ?? t("a free seat")}`,
    numbers: numbers.filter((each) => each && each[1] !== undefined),
    parts: [
      ...Object.entries(figure.statuses).map(([status, count]) => ({
        title: `${called(status, view)} ${count}${colon.trimEnd()}`,
        text: texts[`status:${status}`] ?? "",
      })),
      ...(abilities ? face.skills : []).map(({ name, text }, n) => ({
        title: `${view.words.names[`${figure.code}.s${n + 1}`] ?? name}${colon.trimEnd()}`,
        text,
      })),
      ...onceUpgraded.map(([part, { text }]) => ({
        title: `${called(`${figure.code}.${part}`, view)} (${figure.upgraded ? t("upgraded") : t("once upgraded")}):`,
        text,
      })),
    ],
    why: `/board/figures/${who}`,
  };
}

const gears = (cost, view) =>
  Object.entries(cost)
    .map(([gear, count]) => `${count} ${called(`gear:${gear}`, view)}`)
    .join(", ");

/** Of what kinds a battle card is: its banner and its types. */
export function cardKinds(id, view) {
  const { banner, types } = printedCard(id, view);
  return [
    ...banner.map((each) => called(`${each}-card`, view)),
    ...types.map((type) => called(`type:${type}`, view)),
  ].join(" · ");
}

/** What a battle card is. */
export function aboutCard(id, view) {
  const { gear, text } = printedCard(id, view);
  return {
    title: called(id, view),
    kind: `${called(id.slice(0, 3), view)} · ${cardKinds(id, view)}`,
    text,
    lang: view.words.languages?.texts,
    numbers: [[called("gear", view), called(`gear:${gear}`, view)]],
  };
}

/** What a character is, for who has to choose one: its numbers, its part in a team, its skills and its deck. */
export function aboutCharacter(code, view) {
  const { hp, vp, start, deck } = view.catalogue.characters[code];
  return {
    title: called(code, view),
    kind: roles(view.catalogue.characters[code]).join(" · "),
    lang: view.words.languages?.texts,
    numbers: [
      [called("hp", view), hp],
      [called("standard-movement", view), start.move],
      [called("standard-attack", view), start.attack],
      [t("VP for knocking it out"), vp],
    ],
    text: deck
      .map(({ ids }) => (ids.length > 1 ? `${called(ids[0], view)} ×${ids.length}` : called(ids[0], view)))
      .join(", "),
    parts: start.skills.map(({ name, text }, n) => ({
      title: `${view.words.names[`${code}.s${n + 1}`] ?? name}${colon.trimEnd()}`,
      text,
    })),
  };
}

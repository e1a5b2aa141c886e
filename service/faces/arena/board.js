/** Sorcerer's Arena: the hexes with all figures, the score, the turn-order tiles, and the cards of both sides. */

/** @import { Board, Change, Scene, View } from "./shapes.d.ts" */

import { subject } from "../../boards/move-selection.js";
import { h } from "../../lib/dom.js";
import { colon, t } from "../../lib/i18n.js";
import { hold, KeyedCache } from "../../lib/keyed-cache.js";
import { centres, field } from "./board/field.js";
import { hand } from "./board/hand.js";
import { move } from "./board/motion.js";
import { aboutCard, aboutCharacter, describeFigure, printedCard, TEAMS } from "./board/naming.js";
import { roster } from "./board/roster.js";
import { order, score } from "./board/score.js";
import { dock, ownSeat } from "../../boards/dock.js";
import { explains } from "../../boards/popover.js";
import { actSign as signOfAct } from "./signs.js";
import { stopIfScrolls } from "../../boards/scroll-stop.js";

/** Paths that begin a new turn or round, and whether a change is worth a mark on the scrubber. */
export const turnPaths = ["board.active"];
export const roundPaths = ["board.round"];
/** @type {(path: Change["path"], value: unknown) => string} */
export const mark = (path, value) =>
  path[1] === "figures" && path[3] === "hp" && value === 0 ? "ko" : path[1] === "points" ? "vp" : "";

/** Whether a pick moves the active figure to its own space. @param {Scene} scene @param {string} pick */
export const stays = ({ board }, pick) =>
  pick.startsWith("move") && subject(pick) === board.figures[board.active ?? ""]?.at;

/** The sound of a change. @param {Change} change */
export function soundOf({ path: [, part, , field], was, now }) {
  if (part === "figures" && field === "at") return "move";
  if (part === "figures" && field === "hp" && now < was) return "hit";
  if (part === "points" && now > was) return "score";
  return part === "resolving" && now ? "card" : "";
}

/**
 * The heading at `scene`: a round before the first turn, or the turn of a character.
 * @param {Scene} scene @param {View["words"]} words
 */
export function heading({ board }, { names }) {
  if (board.round === 0) return t("Setting up");
  if (!board.active) return t("Round {round}", { round: board.round });
  return t("Round {round} · {who}", { round: board.round, who: names[board.active] });
}

/** The result tells how the match was won: it has the scores. */
export const ending = () => "";

/** No cards by id, because the page has their texts. */
export const cards = () => new Map();

/**
 * Draws the table: the viewer's own end of the Arena is below, the other end if the board is flipped.
 * @param {HTMLElement} root @param {Scene} scene @param {View} view
 */
export function draw(root, scene, view) {
  if (scene.ended) scene = { ...scene, board: { ...scene.board, active: "", phases: {} } }; // nobody is on turn
  const { board } = scene;
  const parts = KeyedCache.of(root);
  const own = ownSeat(scene);
  const side = board.teams[own] ?? 0;
  const near = view.flipped ? 1 - side : side;
  const cards = board.summoners[own]?.hand;
  const won = view.trail.filter(({ path }) => path[1] === "points");
  const tiles = [
    board.order,
    board.active,
    board.figures,
    board.phases,
    [...view.options],
    scene.players,
    view.reckoned,
  ];
  const teams = parts.part("teams", 0, () => h("div", { class: "teams later" }));
  hold(
    teams,
    [1 - near, near].map((each) => roster(scene, each, parts, view, { near: each === near, own })),
  );
  stopIfScrolls(teams);
  const fieldPart = parts.part("field", 0, () => h("div", { class: "field first" }));
  hold(fieldPart, [field(scene, view, parts, near === 1), playedCard(board, view, parts)]);
  hold(root, [
    parts.part("score", [board.points, board.round, board.final, board.teams, scene.players, won], () =>
      score(scene, view),
    ),
    parts.part("order", tiles, () => order(scene, view)),
    fieldPart,
    teams,
    dock(parts, cards, view, hand),
  ]);
  if (view.motion) move(root, scene, view, view.motion, centres(view.catalogue.arena.rows, near === 1));
}

/** Draws the sign of an act. */
export const actSign = signOfAct;

/**
 * Describes a thing with a text for `prompt`: a card, or a character to choose.
 * @param {string} id @param {View} view @param {string} [prompt]
 */
export function about(id, view, prompt) {
  if (printedCard(id, view)) return aboutCard(id, view);
  return prompt === "draft" && view.catalogue.characters[id] ? aboutCharacter(id, view) : undefined;
}

/**
 * The card that is being resolved, or was with the last answer.
 * @param {Board} board @param {View} view @param {KeyedCache} parts
 */
function playedCard(board, view, parts) {
  const id =
    board.resolving || (view.trail.findLast(({ path, was }) => path[1] === "resolving" && was)?.was ?? "");
  return parts.part("played", id, () => {
    if (!id) return h("p", { class: "played" });
    const { title, text, lang } = aboutCard(id, view);
    const card = h("p", { class: "played full" }, h("b", {}, title), " ", h("span", { lang }, text));
    explains(card, view, () => aboutCard(id, view));
    return card;
  });
}

/** The same as lines of text: the round, the figures, the scores. @param {Scene} scene @param {View} view */
export function describeLines({ board }, view) {
  return [
    board.round ? t("Round {round}", { round: board.round }) : t("Setting up"),
    ...board.order.map((figureId) => describeFigure(figureId, board, view)),
    ...board.points.map((vp, side) => `${TEAMS[side]}${colon}${t("{vp} VP", { vp })}`),
  ];
}

/** The same as text. @param {Scene} scene @param {View} view */
export const describe = (scene, view) =>
  describeLines(scene, view)
    .map((line) => `${line}.`)
    .join(" ");

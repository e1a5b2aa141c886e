/** Objectives of Villains, and their progress in words and as a row of pips. */

/** @import { Board, View } from "../shapes.d.ts" */

import { h, s } from "../../../lib/dom.js";
import { colon, say, t } from "../../../lib/i18n.js";
import { icon } from "./icons.js";
import { nameOf } from "./card-text.js";

/** @typedef {{name: string, done: number, wanted: number}} Step */

const GAP = 8; // distance of pips

/**
 * The steps to the objective of a seat, as the game reckons them: `{name, done, wanted}`.
 * @param {number} seat @param {Pick<View, "reckoned">} view
 */
export function steps(seat, { reckoned }) {
  const start = `done:${seat}:`;
  return Object.keys(reckoned)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .map((name) => ({ name, done: reckoned[start + name], wanted: reckoned[`wanted:${seat}:${name}`] }));
}

/** How far a seat is: `[done, wanted]` of all steps together. @param {number} seat @param {Pick<View, "reckoned">} view */
export function headway(seat, view) {
  const stepList = steps(seat, view);
  return [
    stepList.reduce((sum, { done, wanted }) => sum + Math.min(done, wanted), 0),
    stepList.reduce((sum, { wanted }) => sum + wanted, 0),
  ];
}

/** A step in words: “14 of 20 Power”, or done and not yet. @param {Step} step @param {string} villain @param {View} view */
export function describeStep(step, villain, view) {
  const words = stepName(step, villain, view);
  return step.wanted > 1 ? words : `${words}${colon}${step.done ? t("done") : t("not yet")}`;
}

/** @type {(step: Step, villain: string, view: View) => string} */
const stepName = (step, villain, view) => say(nameOf(`step:${villain}:${step.name}`, view), step);

/** @type {(villain: string, view: Pick<View, "words">) => string} */
export const objective = (villain, view) => nameOf(`objective:${villain}`, view);

/**
 * Returns the objective that was reached, and how far the other Villains were.
 * @param {Board} board @param {Pick<View, "words" | "reckoned">} view
 */
export function describeWin({ realms, winner }, view) {
  if (winner === null) return "";
  const others = realms.flatMap(({ who }, seat) =>
    seat === winner ? [] : `${nameOf(who, view)}${colon}${headway(seat, view).join("/")}`,
  );
  return `${t("Objective reached")}${colon}${objective(realms[winner].who, view)} ${others.join(" · ")}`;
}

/** Pips filled up to the progress of a seat. Words next to them say the same. @param {number} done @param {number} wanted */
export function pips(done, wanted) {
  /** @param {unknown} _ @param {number} n */
  const pip = (_, n) => s("circle", { cx: GAP * n + 4, cy: 4, r: 3, class: n < done ? "full" : "empty" });
  const box = {
    class: "pips",
    viewBox: `0 0 ${GAP * wanted} 8`,
    width: GAP * wanted,
    height: 8,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  };
  return s("svg", box, Array.from({ length: wanted }, pip));
}

/** @param {number} seat @param {string} villain @param {View} view */
export function goal(seat, villain, view) {
  /** @param {Step} step */
  const item = (step) =>
    step.wanted > 1
      ? h("li", {}, pips(step.done, step.wanted), h("span", {}, describeStep(step, villain, view)))
      : h(
          "li",
          { class: step.done ? "done" : "todo" },
          step.done ? icon("tick") : h("span", { class: "ring", "aria-hidden": "true" }),
          h(
            "span",
            {},
            stepName(step, villain, view),
            h("span", { class: "hidden" }, `: ${step.done ? t("done") : t("not yet")}`),
          ),
        );
  return h(
    "div",
    { class: "goal" },
    h("p", { class: "objective" }, objective(villain, view)),
    h("ul", { class: "steps" }, steps(seat, view).map(item)),
  );
}

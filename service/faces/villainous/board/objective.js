/** Objectives: what a Villain wants, and how far it is, in words and as a row of pips. */

import { h, s } from "../../../lib/dom.js";
import { colon, say, t } from "../../../lib/i18n.js";
import { icon } from "./icons.js";
import { named } from "./card-text.js";

const GAP = 8; // how far pips stand apart

/** The steps to the objective of a seat, as the game reckons them: `{name, done, wanted}`. */
export function steps(seat, { reckoned }) {
  const start = `done:${seat}:`;
  return Object.keys(reckoned)
    .filter((what) => what.startsWith(start))
    .map((what) => what.slice(start.length))
    .map((name) => ({ name, done: reckoned[start + name], wanted: reckoned[`wanted:${seat}:${name}`] }));
}

/** How far a seat is: `[done, wanted]` of all steps together. */
export function headway(seat, view) {
  const all = steps(seat, view);
  return [
    all.reduce((sum, { done, wanted }) => sum + Math.min(done, wanted), 0),
    all.reduce((sum, { wanted }) => sum + wanted, 0),
  ];
}

/** A step in words: “14 of 20 Power”; what is there or not is told so. */
export function told(step, who, view) {
  const words = spoken(step, who, view);
  return step.wanted > 1 ? words : `${words}${colon}${step.done ? t("done") : t("not yet")}`;
}

const spoken = (step, who, view) => say(named(`step:${who}:${step.name}`, view), step);

export const objective = (who, view) => named(`objective:${who}`, view);

/** Pips, filled as far as a seat has come; the words stand beside them. */
export function pips(done, wanted) {
  const each = (_, n) => s("circle", { cx: GAP * n + 4, cy: 4, r: 3, class: n < done ? "full" : "empty" });
  const box = {
    class: "pips",
    viewBox: `0 0 ${GAP * wanted} 8`,
    width: GAP * wanted,
    height: 8,
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  };
  return s("svg", box, Array.from({ length: wanted }, each));
}

export function goal(seat, who, view) {
  const item = (step) =>
    step.wanted > 1
      ? h("li", {}, pips(step.done, step.wanted), h("span", {}, told(step, who, view)))
      : h(
          "li",
          { class: step.done ? "done" : "todo" },
          step.done ? icon("tick") : h("span", { class: "ring", "aria-hidden": "true" }),
          h(
            "span",
            {},
            spoken(step, who, view),
            h("span", { class: "hidden" }, `: ${step.done ? t("done") : t("not yet")}`),
          ),
        );
  return h(
    "div",
    { class: "goal" },
    h("p", { class: "objective" }, objective(who, view)),
    h("ul", { class: "steps" }, steps(seat, view).map(item)),
  );
}

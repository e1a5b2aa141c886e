/** A character's roles in a team, derived from its cards and skills, as a hint for the draft. */

/** @import { Character, Instruction } from "../shapes.d.ts" */

import { t } from "../../../lib/i18n.js";

/** @type {Record<string, string>} */
const ROLES = {
  close: t("strikes up close"),
  far: t("strikes from afar"),
  heals: t("heals"),
  hinders: t("hinders rivals"),
  guards: t("guards the others"),
  hides: t("hides"),
  pushes: t("pushes others about"),
};

const HARM = ["cursed", "flustered", "immobilized", "shrunken"];
const NEAR = /within 1$/;
const MOST = 2; // as many parts are named

/**
 * The role of an instruction of a card, or nothing if most characters have such instructions.
 * @type {(instruction: Instruction) => string}
 */
function part({ verb, to = "", status = "" }) {
  if (verb === "deal" && /rival/.test(to)) return NEAR.test(to) ? "close" : "far";
  if (verb === "heal" && to !== "self") return "heals";
  if (verb === "give" && HARM.includes(status)) return "hinders";
  if (verb === "give" && ["tough", "taunt"].includes(status)) return "guards";
  if (verb === "give" && status === "stealthy") return "hides";
  return verb === "push" ? "pushes" : "";
}

/** The parts that a character plays most, the first one first. @param {Character} character */
export function roles({ deck, start }) {
  const counts = new Map();
  /** @param {Instruction[][]} does @param {number} times */
  const note = (does, times) => {
    for (const role of does.flat().map(part).filter(Boolean))
      counts.set(role, (counts.get(role) ?? 0) + times);
  };
  for (const { does, ids } of deck) note(does, ids.length);
  for (const { does } of start.skills) note(does, MOST);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([role]) => ROLES[role]);
}

/** A character's part in a team, told from what its cards and skills do: who drafts sees in two words what it is for. */

import { t } from "../../../lib/i18n.js";

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

/** The part that an instruction of a card plays, if it is one that tells characters apart. */
function part({ verb, to = "", status }) {
  if (verb === "deal" && /rival/.test(to)) return NEAR.test(to) ? "close" : "far";
  if (verb === "heal" && to !== "self") return "heals";
  if (verb === "give" && HARM.includes(status)) return "hinders";
  if (verb === "give" && ["tough", "taunt"].includes(status)) return "guards";
  if (verb === "give" && status === "stealthy") return "hides";
  return verb === "push" ? "pushes" : "";
}

/** The parts that a character plays most, the first one first. */
export function roles({ deck, start }) {
  const found = new Map();
  const note = (does, times) => {
    for (const each of does.flat().map(part).filter(Boolean)) found.set(each, (found.get(each) ?? 0) + times);
  };
  for (const { does, ids } of deck) note(does, ids.length);
  for (const { does } of start.skills) note(does, MOST);
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([role]) => ROLES[role]);
}

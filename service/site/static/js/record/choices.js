/** The order of choices as buttons. */

/** @import { About } from "../replay/view.js" */
/** @import { Choice } from "./shapes.d.ts" */

export const END = "end"; // the end of a turn, which nobody says

/** @typedef {(pick: string, prompt: string) => About | undefined} Describe */

/**
 * Returns the first choice of each print with the picks of all its copies; each choice alone without `describe`.
 * @param {Choice[]} choices @param {Describe} [describe]
 */
export function groupCopies(choices, describe) {
  /** @type {Map<string, Choice>} */
  const firsts = new Map();
  /** @type {Map<Choice, string[]>} */
  const groups = new Map();
  for (const choice of choices) {
    const print = describe ? (describe(choice.pick, "")?.title ?? choice.label) : choice.pick;
    const first = firsts.get(print) ?? choice;
    firsts.set(print, first);
    groups.set(first, [...(groups.get(first) ?? []), choice.pick]);
  }
  return groups;
}

/**
 * Sorts actions first, then cards, those with places in a row each, and the end of a turn last.
 * @param {Choice[]} choices @param {Describe} describe @param {(choice: Choice) => boolean} isRow
 */
export function sortChoices(choices, describe, isRow) {
  /** @param {Choice} choice */
  const rank = (choice) => {
    const isCard = Boolean(describe(choice.pick, ""));
    return choice.pick === END ? 4 : isRow(choice) ? (isCard ? 1 : 3) : isCard ? 2 : 0;
  };
  return choices.toSorted((one, other) => rank(one) - rank(other));
}

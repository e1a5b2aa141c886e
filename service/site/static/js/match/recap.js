/**
 * What others did since the own answer, in short: the first sentence of each act, one subject for neighbours that share it. A
 * Fate has its last sentence, too, which tells what came of it.
 */

/** @import { Act } from "../contract.d.ts" */

const FIRST = /^.*?(?:[^\s.]{3,}|\)|\d)\.(?=\s|$)/su; // “Mr.” and “Sir!” are parts of names

/** @param {Pick<Act, "text" | "action" | "lines">} act */
function sentencesOf({ text, action, lines }) {
  const first = FIRST.exec(text ?? "")?.[0] ?? text ?? "";
  const last = action === "fate" && lines.findLast(({ folded }) => !folded)?.text;
  return last && last !== first ? [first, last] : [first];
}

/**
 * Joins the texts of acts. `names` are those of the players, which a sentence begins with.
 * @param {Pick<Act, "text" | "action" | "lines">[]} acts @param {(string | null)[]} names
 */
export function recap(acts, names) {
  let joined = "";
  /** @type {string | null | undefined} */
  let subject;
  for (const sentence of acts.flatMap(sentencesOf)) {
    const name = names.find((each) => each && sentence.startsWith(`${each} `));
    if (name && name === subject)
      joined = `${joined.replace(/\.$/u, "")}, ${sentence.slice(name.length + 1)}`;
    else joined += joined ? ` ${sentence}` : sentence;
    subject = name;
  }
  return joined;
}

/**
 * Returns the last of the `acts` up to fact `last` if a turn ended with it that it did not end. `turns` are the facts that begin turns.
 * @template {Pick<Act, "seq" | "action">} A
 * @param {A[]} acts @param {number[]} turns @param {number} last
 */
export function findLastAct(acts, turns, last) {
  const act = acts.findLast(({ seq, action }) => action && seq <= last);
  return act && act.action !== "end" && turns.some((seq) => act.seq < seq && seq <= last) ? act : undefined;
}

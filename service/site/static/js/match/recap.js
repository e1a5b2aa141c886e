/** What others did since the own answer, in short: the first sentence of each act, one subject for neighbours that share it. */

const FIRST = /^.*?(?:[^\s.]{3,}|\)|\d)\.(?=\s|$)/su; // “Mr.” and “Sir!” are parts of names

/**
 * Joins the texts of acts. `names` are those of the players, which a sentence begins with.
 * @param {string[]} texts @param {(string | null)[]} names
 */
export function recap(texts, names) {
  let joined = "";
  /** @type {string | null | undefined} */
  let subject;
  for (const text of texts) {
    const sentence = FIRST.exec(text)?.[0] ?? text;
    const name = names.find((each) => each && sentence.startsWith(`${each} `));
    if (name && name === subject)
      joined = `${joined.replace(/\.$/u, "")}, ${sentence.slice(name.length + 1)}`;
    else joined += joined ? ` ${sentence}` : sentence;
    subject = name;
  }
  return joined;
}

/** Searching texts as somebody types: whatever the case and the accents, and in any order; as `catalog/search.py` does. */

/** Returns a text in lower case, without accents. */
export const folded = (text) =>
  text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("’", "'")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");

/** Whether every word of `query` stands in `text`, which is folded already. */
export const finds = (query, text) =>
  folded(query)
    .split(/\s+/)
    .every((word) => text.includes(word));

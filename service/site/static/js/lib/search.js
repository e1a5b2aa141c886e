/** A search while typing that ignores case, accents and the order of words, like `catalog/search.py`. */

/** Returns a text in lower case, without accents. @param {string} text */
export const folded = (text) =>
  text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("’", "'")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");

/** Returns whether `text`, already folded, has each word of `query`. @type {(query: string, text: string) => boolean} */
export const finds = (query, text) =>
  folded(query)
    .split(/\s+/)
    .every((word) => text.includes(word));

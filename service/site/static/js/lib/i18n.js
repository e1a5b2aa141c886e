/** Sentences in the language of the page. */

/** Puts `values` into a sentence with {braces}. */
export const say = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** What stands between a name and what is told of it: in French there is a space before the colon. */
export const colon = globalThis.document?.documentElement.lang === "fr" ? "\u00a0: " : ": ";

/** Sentences in the language of the page. */

/** Puts `values` into a sentence with {braces}. */
export const say = (template, values) =>
  template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const space = globalThis.document?.documentElement.lang === "fr" ? "\u00a0" : ""; // before colons and semicolons

/** What stands between a name and what is told of it. */
export const colon = `${space}: `;

/** What stands between things told one after the other, which may have commas in them. */
export const semicolon = `${space}; `;

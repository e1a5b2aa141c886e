/** Sentences in the language of the page. */

const lang = globalThis.document?.documentElement.lang ?? "en";

/** @typedef {{one: string, other: string, [form: string]: string}} Forms */
/** @typedef {Record<string, any>} Values */

/**
 * Puts `values` into a sentence with {braces}: of one that has forms (`one`, `other`), the first number among them
 * chooses. French has “d'Ursula” and “qu'Ariel”.
 * @type {(template: string | Forms, values: Values, code?: string) => string}
 */
export function say(template, values, code = lang) {
  const sentence = typeof template === "string" ? template : form(template, values, code);
  const text = sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  return code === "fr" ? text.replace(/(?<!\p{L})(d|qu)e (?=[aeiouàâéèêëîïôûœæ])/giu, "$1’") : text;
}

/**
 * Returns a sentence with `values` in its braces. The bundler (bundle.py) translates the English literals in calls of `t`
 * and `plural`, so they must be literals.
 * @type {(english: string, values?: Values) => string}
 */
export const t = (english, values = {}) => say(english, values);

/** Returns the forms of a sentence. `say` chooses one by its number. @type {(one: string, other: string) => Forms} */
export const plural = (one, other) => ({ one, other });

/** @param {Forms} forms @param {Values} values @param {string} code */
function form(forms, values, code) {
  const count = Object.values(values).find(Number.isFinite);
  return forms[new Intl.PluralRules(code).select(count)] ?? forms.other;
}

const space = lang === "fr" ? "\u00a0" : ""; // before colons and semicolons

/** The separator between a name and its description. */
export const colon = `${space}: `;

/** The separator between items that may contain commas. */
export const semicolon = `${space}; `;

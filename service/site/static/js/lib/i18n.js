/** Sentences in the language of the page. */

const lang = globalThis.document?.documentElement.lang ?? "en";

/**
 * Puts `values` into a sentence with {braces}: of one that has forms (`one`, `other`), the first number among them
 * chooses. French has “d'Ursula” and “qu'Ariel”.
 */
export function say(template, values, code = lang) {
  const sentence = typeof template === "string" ? template : form(template, values, code);
  const told = sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  return code === "fr" ? told.replace(/(?<!\p{L})(d|qu)e (?=[aeiouàâéèêëîïôûœæ])/giu, "$1’") : told;
}

/**
 * Returns a sentence of ours with `values` in its braces. The bundler (bundle.py) puts translations in the place of the
 * English literals of `t` and `plural`: each has to be a literal.
 */
export const t = (english, values = {}) => say(english, values);

/** Returns the forms of a sentence, one of which `say` chooses by what is counted. */
export const plural = (one, other) => ({ one, other });

function form(forms, values, code) {
  const count = Object.values(values).find(Number.isFinite);
  return forms[new Intl.PluralRules(code).select(count)] ?? forms.other;
}

const space = lang === "fr" ? "\u00a0" : ""; // before colons and semicolons

/** What stands between a name and what is told of it. */
export const colon = `${space}: `;

/** What stands between things told one after the other, which may have commas in them. */
export const semicolon = `${space}; `;

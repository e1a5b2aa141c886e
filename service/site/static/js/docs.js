/** Shows the contract. Requests carry only the token that was typed in. */

const contract = /** @type {HTMLElement} */ (document.getElementById("contract"));

const { classList, dataset } = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI is dark by a class. The page follows its setting, or else the system. */
const colour = () =>
  classList.toggle("dark-mode", dataset.theme === "dark" || (dataset.theme === "auto" && night.matches));

night.addEventListener("change", colour);
colour();

/**
 * An object of the contract, by its keys.
 * @typedef {{[key: string]: any}} Part
 * @typedef {(whole: Part, path: string[], options: unknown) => Promise<unknown>} Resolve
 */

/**
 * Returns *whole* reduced to its part at *path* and everything that part refers to.
 * @param {Part} whole @param {string[]} path
 */
function excerpt(whole, path) {
  /** @type {Part} */
  const reduced = { ...whole, paths: {}, components: {} };
  const keep = (/** @type {string[]} */ path) => {
    const last = path[path.length - 1];
    let [from, to] = [whole, reduced];
    for (const key of path.slice(0, -1)) [from, to] = [from[key], (to[key] ??= {})];
    if (last in to) return;
    to[last] = from[last];
    JSON.stringify(from[last], (key, value) => {
      if (key === "$ref") keep(value.slice("#/".length).split("/"));
      return value;
    });
  };
  keep(path.slice(0, 2)); // the whole path, because its operations share parameters
  return reduced;
}

/**
 * Returns *document* with the examples of optional parameters in words: Swagger UI would send each example.
 * @type {(document: Part) => Part}
 */
const optional = (document) =>
  JSON.parse(JSON.stringify(document), (_, part) => {
    if (typeof part?.in !== "string" || part.required || !("example" in part)) return part;
    const { example, ...parameter } = part;
    return {
      ...parameter,
      description: `${part.description} Example: \`${JSON.stringify(example)}\`.`,
    };
  });

/**
 * Swagger UI parses its whole document for each operation, which takes seconds, so it gets an excerpt.
 * @param {{fn: {resolveSubtree: Resolve}}} system
 */
const reading = ({ fn: { resolveSubtree } }) => ({
  fn: {
    /** @type {Resolve} */
    resolveSubtree: (whole, path, options) => resolveSubtree(optional(excerpt(whole, path)), path, options),
  },
});

/** @type {any} */ (window).SwaggerUIBundle({
  domNode: contract,
  url: contract.dataset.document,
  deepLinking: true,
  docExpansion: "none",
  tryItOutEnabled: true,
  plugins: [reading],
  validatorUrl: null, // it would send the document to another site
  requestInterceptor: (/** @type {RequestInit} */ request) => ({ ...request, credentials: "omit" }),
});

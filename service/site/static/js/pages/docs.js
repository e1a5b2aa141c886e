/** Shows the contract, and sends what is tried as nobody but the bearer of the token that was typed in. */

const contract = /** @type {HTMLElement} */ (document.getElementById("contract"));

const { classList, dataset } = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI is dark by a class; the page by what was chosen here, or else by what the machine prefers. */
const colour = () =>
  classList.toggle("dark-mode", dataset.theme === "dark" || (dataset.theme === "auto" && night.matches));

night.addEventListener("change", colour);
colour();

/** Returns *whole* with nothing but the part of it at *path*, and what that refers to. */
function excerpt(whole, path) {
  const kept = { ...whole, paths: {}, components: {} };
  const keep = (path) => {
    const last = path.at(-1);
    let [from, to] = [whole, kept];
    for (const key of path.slice(0, -1)) [from, to] = [from[key], (to[key] ??= {})];
    if (last in to) return;
    to[last] = from[last];
    JSON.stringify(from[last], (key, value) => {
      if (key === "$ref") keep(value.slice("#/".length).split("/"));
      return value;
    });
  };
  keep(path.slice(0, 2)); // all of an address, which its operations have parameters from
  return kept;
}

/** Returns *document* with the examples of optional parameters in words: Swagger UI would send each example. */
const optional = (document) =>
  JSON.parse(JSON.stringify(document), (_, part) => {
    if (typeof part?.in !== "string" || part.required || !("example" in part)) return part;
    const { example, ...parameter } = part;
    return {
      ...parameter,
      description: `${part.description} Example: \`${JSON.stringify(example)}\`.`,
    };
  });

/** Swagger UI reads all that it is given anew for each operation that it shows, which takes seconds: an excerpt does. */
const reading = ({ fn: { resolveSubtree } }) => ({
  fn: {
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
  validatorUrl: null, // it would show the document to somebody else
  requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
});

/** Shows the contract, and sends what is tried as nobody but the bearer of the token that was typed in. */

const contract = /** @type {HTMLElement} */ (document.getElementById("contract"));

const { classList, dataset } = document.documentElement;
const night = matchMedia("(prefers-color-scheme: dark)");

/** Swagger UI is dark by a class; the page by what was chosen here, or else by what the machine prefers. */
const colour = () =>
  classList.toggle("dark-mode", dataset.theme === "dark" || (dataset.theme === "auto" && night.matches));

night.addEventListener("change", colour);
colour();

/** @type {any} */ (window).SwaggerUIBundle({
  domNode: contract,
  url: contract.dataset.document,
  deepLinking: true,
  docExpansion: "none",
  tryItOutEnabled: true,
  validatorUrl: null, // it would show the document to somebody else
  requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
});

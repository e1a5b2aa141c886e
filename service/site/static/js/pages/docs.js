/** Shows the contract, and sends what is tried as nobody but the bearer of the token that was typed in. */

const contract = /** @type {HTMLElement} */ (document.getElementById("contract"));

/** @type {any} */ (window).SwaggerUIBundle({
  domNode: contract,
  url: contract.dataset.document,
  deepLinking: true,
  docExpansion: "none",
  tryItOutEnabled: true,
  validatorUrl: null, // it would show the document to somebody else
  requestInterceptor: (request) => ({ ...request, credentials: "omit" }),
});

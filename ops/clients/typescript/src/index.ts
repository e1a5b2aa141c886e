/** Client of Recount, a match service for turn-based tabletop games. */

export { Recount, type Settings } from "./client.js";
export { Feed, LogReplaced, type Filters, type Notice } from "./feed.js";
export type { Given, Item, ListPath, Method, Options, Path, Result, Schemas } from "./operations.js";
export { Problem, type FieldError } from "./problem.js";
export type { Retries } from "./retries.js";
export { InvalidWebhook, verifyWebhook } from "./webhooks.js";

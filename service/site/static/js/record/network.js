/** Requests of the page of a scribe that wait until there is a network. */

import { LostLine } from "../lib/api.js";

const AGAIN = 2000; // milliseconds before a request is tried again

/**
 * Returns what `request` resolves to, which is called until it reaches the service.
 * @type {<T>(request: () => Promise<T>) => Promise<T>}
 */
export async function withNetwork(request) {
  for (;;) {
    try {
      return await request();
    } catch (problem) {
      if (!(problem instanceof LostLine)) throw problem;
      await pause(AGAIN);
    }
  }
}

/** Waits some milliseconds, or until there is a network again. @type {(milliseconds: number) => Promise<unknown>} */
export const pause = (milliseconds) =>
  new Promise((again) => {
    addEventListener("online", again, { once: true });
    setTimeout(again, milliseconds);
  });

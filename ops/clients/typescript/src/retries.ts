/** Bounded retries with jitter, for requests that are safe to repeat. */

import { secondsToWait } from "./problem.js";

/** Statuses that a later attempt may turn into a success. */
export const TRANSIENT = new Set([429, 502, 503, 504]);
/** Transient with `Retry-After`: the first of two equal requests is still being carried out. */
const CONFLICT = 409;

/** How often a request is sent at most, and how long to wait in between, in seconds. */
export interface Retries {
  attempts: number;
  firstDelay: number;
  /** A request that would have to wait longer fails at once. */
  maxDelay: number;
}

export const RETRIES: Retries = { attempts: 6, firstDelay: 0.2, maxDelay: 30 };

/** Returns the seconds to wait after an attempt, counted from 1; nothing if its outcome is final. */
export function delayAfter(retries: Retries, attempt: number, reply?: Response): number | undefined {
  if (attempt >= retries.attempts) return undefined;
  if (!reply) return backoff(retries, attempt);
  const after = secondsToWait(reply);
  if (!TRANSIENT.has(reply.status) && !(reply.status === CONFLICT && after !== undefined)) return undefined;
  if (after === undefined) return backoff(retries, attempt);
  // Many clients that were sent away do not return together.
  return after <= retries.maxDelay ? after * (1 + Math.random() / 4) : undefined;
}

/** Returns a delay by chance that doubles with each attempt. */
export function backoff(retries: Retries, attempt: number): number {
  return Math.min(retries.maxDelay, retries.firstDelay * 2 ** attempt) * (0.5 + Math.random() / 2);
}

/** Waits; rejects with the reason of the signal when that is aborted. */
export async function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

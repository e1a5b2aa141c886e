/** A reply that is requested once for each key, and again after a failure. */

/**
 * Returns a function that calls `load` when its key changes, and returns the reply to the latest key.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {(key: string) => Promise<T>}
 */
export function keepReply(load) {
  /** @type {string | undefined} */
  let last;
  /** @type {Promise<T>} */
  let reply;
  return (key) => {
    if (key === last) return reply;
    last = key;
    const request = load();
    reply = request;
    request.catch(() => {
      if (reply === request) last = undefined;
    });
    return request;
  };
}

/** What this browser remembers, by a key: plain data. */

/**
 * Returns what is kept under `key`; `otherwise`, where nothing is, or what somebody else wrote into it.
 * @type {(key: string, otherwise: any) => any}
 */
export const kept = (key, otherwise) => {
  try {
    return JSON.parse(localStorage[key]) ?? otherwise;
  } catch {
    return otherwise;
  }
};

/** @type {(key: string, what: any) => void} */
export const keep = (key, what) => {
  try {
    localStorage[key] = JSON.stringify(what);
  } catch {
    // a browser that keeps nothing
  }
};

/** Plain data that this browser stores by key. */

/**
 * Returns the value stored under `key`, or `otherwise` if it is missing or unreadable.
 * @type {(key: string, otherwise: any) => any}
 */
export const storedValue = (key, otherwise) => {
  try {
    return JSON.parse(localStorage[key]) ?? otherwise;
  } catch {
    return otherwise;
  }
};

/** @type {(key: string, value: any) => void} */
export const store = (key, value) => {
  try {
    localStorage[key] = JSON.stringify(value);
  } catch {
    // a browser that keeps nothing
  }
};

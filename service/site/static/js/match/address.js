/** The address of a match page: the moment, the viewer, and options of the display. */

const REST = 120; // milliseconds before a moment enters the address, because browsers limit such changes

/**
 * The options of the display: the viewer, the side, and whether later facts are hidden.
 * @typedef {{viewer: string, flipped: boolean, spoilerFree: boolean}} Eyes
 */

/** Reads the address. `seq` is 0 without a moment. */
export function read() {
  const query = new URLSearchParams(location.search);
  return {
    seq: Number(query.get("seq")) || 0,
    viewer: query.get("as"),
    flipped: query.has("flip"),
    spoilerFree: query.has("quiet"),
  };
}

/**
 * Returns the address of this view. Without `seq` it is the current match.
 * @param {Partial<Eyes> & {seq?: number}} view
 */
export function address({ seq, viewer, flipped, spoilerFree }) {
  const url = new URL(location.href);
  /** @param {string} name @param {string | number | undefined} value */
  const set = (name, value) =>
    value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, String(value));
  set("seq", seq);
  set("as", viewer);
  set("flip", flipped ? "" : undefined);
  set("quiet", spoilerFree ? "" : undefined);
  return url;
}

/** @type {number | undefined} */
let resting;

/** Writes the view into the address after a pause. @param {Partial<Eyes> & {seq?: number}} view */
export function remember(view) {
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState(null, "", address(view)), REST);
}

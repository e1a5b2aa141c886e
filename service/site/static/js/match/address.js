/** The address of a match page: the moment, the viewer, and options of the display. */

const REST = 120; // milliseconds before a moment enters the address, because browsers limit such changes

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

/** Returns the address of this view. Without `seq` it is the current match. */
export function address({ seq, viewer, flipped, spoilerFree }) {
  const url = new URL(location.href);
  const set = (name, value) =>
    value === undefined ? url.searchParams.delete(name) : url.searchParams.set(name, value);
  set("seq", seq);
  set("as", viewer);
  set("flip", flipped ? "" : undefined);
  set("quiet", spoilerFree ? "" : undefined);
  return url;
}

let resting;

/** Writes the view into the address after a pause. */
export function remember(state) {
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState(null, "", address(state)), REST);
}

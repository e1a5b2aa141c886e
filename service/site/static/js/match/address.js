/** What the address of a match page holds: the moment, the eyes, and how it is shown. */

const REST = 120; // milliseconds that a moment is stood at before the address tells it: browsers refuse more

/** Reads the address; `seq` is 0 where it names no moment. */
export function read() {
  const told = new URLSearchParams(location.search);
  return {
    seq: Number(told.get("seq")) || 0,
    viewer: told.get("as"),
    flipped: told.has("flip"),
    spoilerFree: told.has("quiet"),
  };
}

/** Returns the address that shows exactly this; without `seq`, the match as it stands. */
export function address({ seq, viewer, flipped, spoilerFree }) {
  const told = new URL(location.href);
  const set = (name, value) =>
    value === undefined ? told.searchParams.delete(name) : told.searchParams.set(name, value);
  set("seq", seq);
  set("as", viewer);
  set("flip", flipped ? "" : undefined);
  set("quiet", spoilerFree ? "" : undefined);
  return told;
}

let resting;

/** Writes into the address line what is shown, once it is stood at. */
export function remember(state) {
  clearTimeout(resting);
  resting = setTimeout(() => history.replaceState(null, "", address(state)), REST);
}

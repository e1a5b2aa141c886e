/** The effects of the last answer: moves of movers and cards, and changes of Power. */

/** @import { Change, State, Traces, View } from "../shapes.d.ts" */

/** @param {number} seat */
const ofRealm =
  (seat) =>
  (/** @type {Pick<Change, "path">} */ { path }) =>
    path[0] === "board" && path[1] === "realms" && path[2] === seat;

/**
 * The changes in a Realm: the mover's last location, the former locations of cards, and the change of Power.
 * @param {number} seat @param {State} state @param {View} view @returns {Traces}
 */
export function traces(seat, state, { changed, trail }) {
  const ours = trail.filter(ofRealm(seat));
  /** @param {string} name */
  const first = (name) => ours.find(({ path }) => path.length === 4 && path[3] === name);
  const came = first("at")?.was;
  const power = first("power");
  /** @type {Traces["left"]} */
  const departed = new Map();
  for (const { path, was } of ours) {
    const card = String(path[4] ?? "");
    if (path[3] !== "cards" || !card) continue;
    const from = path.length === 5 ? was?.at : path[5] === "at" ? was : "";
    if (from && !departed.has(card)) departed.set(card, from);
  }
  for (const [card, from] of departed) if (state.cards[card]?.at === from) departed.delete(card);
  return {
    came: came && came !== state.at ? came : "",
    left: departed,
    gained: power ? state.power - power.was : 0,
    fresh: new Set(
      changed.filter((path) => ofRealm(seat)({ path })).map((path) => path.slice(3, 5).join(".")),
    ),
  };
}

/** What the last answer did, for the eye: where movers and cards came from, and how Power changed. */

const ofRealm =
  (seat) =>
  ({ path }) =>
    path[0] === "board" && path[1] === "realms" && path[2] === seat;

/** What changed in a Realm: the mover's last place, the places cards left, and the Power that came or went. */
export function traces(seat, mine, { changed, trail }) {
  const ours = trail.filter(ofRealm(seat));
  const first = (name) => ours.find(({ path }) => path.length === 4 && path[3] === name);
  const came = first("at")?.was;
  const power = first("power");
  const left = new Map();
  for (const { path, was } of ours) {
    if (path[3] !== "cards" || !path[4]) continue;
    const from = path.length === 5 ? was?.at : path[5] === "at" ? was : "";
    if (from && !left.has(path[4])) left.set(path[4], from);
  }
  for (const [card, from] of left) if (mine.cards[card]?.at === from) left.delete(card);
  return {
    came: came && came !== mine.at ? came : "",
    left,
    gained: power ? mine.power - power.was : 0,
    fresh: new Set(
      changed.filter((path) => ofRealm(seat)({ path })).map((path) => path.slice(3, 5).join(".")),
    ),
  };
}

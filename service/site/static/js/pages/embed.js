/** The player that other sites show in a frame: the board and the scrubber, as the public sees them. */

import { get, listen } from "../lib/api.js";
import * as boards from "../faces/game/board.js";
import { data, find } from "../lib/dom.js";
import { narration } from "../replay/narration.js";
import { Replay } from "../replay/replay.js";
import { Player } from "../replay/player.js";

const page = data("page");
const { match, seq, over } = page;
const fetchPage = (/** @type {number} */ after) =>
  get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: "spectator" });

const replay = await Replay.whole(fetchPage);
const player = new Player(find, boards, { ...page, replay, seq });

/** Adds the sentences of the new acts. The board waits for none of them, and comes without them too. */
async function narrate() {
  const last = replay.acts.at(-1)?.seq ?? 1; // it may have grown
  const { items } = await narration(match, "spectator", last - 1).catch(() => ({ items: [] }));
  replay.add({ items: [], acts: items });
  find("live").textContent = replay.sentenceAt(player.seq);
}

async function update() {
  await replay.grow(fetchPage);
  player.grown();
  void narrate();
  return Boolean(replay.at(replay.last).ended);
}

void narrate().then(() => {
  document.body.dataset.ready = "true";
});
if (!over)
  listen(
    match,
    () => replay.last,
    update,
    () => {},
  );

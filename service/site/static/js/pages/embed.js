/** The player that other sites show in a frame: the board and the scrubber, as the public sees them. */

import { get, listen } from "../lib/api.js";
import * as boards from "../faces/game/board.js";
import { data, find } from "../lib/dom.js";
import { Replay } from "../replay/replay.js";
import { Player } from "../replay/player.js";

const page = data("page");
const { match, seq, over } = page;
const fetchPage = (/** @type {number} */ after) =>
  get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: "spectator" });

const player = new Player(find, boards, { ...page, replay: await Replay.whole(fetchPage), seq });

async function update() {
  await player.replay.grow(fetchPage);
  player.grown();
  return Boolean(player.replay.at(player.replay.last).ended);
}

document.body.dataset.ready = "true";
if (!over)
  listen(
    match,
    () => player.replay.last,
    update,
    () => {},
  );

/** The player that other sites show in a frame: the board and the scrubber, as the public sees them. */

import { get, listen } from "../lib/api.js";
import * as boards from "../faces/game/board.js";
import { data, find } from "../lib/dom.js";
import { Film } from "../replay/replay.js";
import { Player } from "../replay/player.js";

const page = data("page");
const { match, seq, over } = page;
const reel = (after) => get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: "spectator" });

const player = new Player(find, boards, { ...page, film: await Film.whole(reel), seq });

async function more() {
  await player.film.grow(reel);
  player.grown();
  return Boolean(player.film.at(player.film.last).ended);
}

document.body.dataset.ready = "true";
if (!over)
  listen(
    match,
    () => player.film.last,
    more,
    () => {},
  );

/** The player that other sites show in a frame: the board and the scrubber, as the public sees them. */

import { get, listen } from "./api.js";
import { Player } from "./player.js";

const page = JSON.parse(document.getElementById("page").textContent);
const { match, game, seq, over } = page;
const find = (id) => document.getElementById(id);
const film = (after) => get(`/matches/${match}/frames?after=${after}`, { viewer: "spectator" });

const boards = await import(`./boards/${game}.js`);
const reel = await film(0);
const player = new Player(find, boards, { ...page, reel, seq });

async function more() {
  for (let next = player.film.last; next; ) {
    const reel = await film(next);
    player.add(reel.frames);
    next = reel.next;
  }
}

if (reel.next) {
  await more();
  player.go(seq || player.film.last);
}
document.body.dataset.ready = "true";
if (!over) listen(match, () => player.film.last, more, () => {});

/** The page of a tournament: how long tables still have, and that more has become known; nothing moves by itself. */

import { follow, isOfOnePlayer, tick } from "../../tournament/live.js";
import { data, find } from "../../lib/dom.js";

const page = data("data");
tick();
if (!page.over)
  follow(page, ({ event }) => {
    if (!isOfOnePlayer(event)) find("news").hidden = false;
  });

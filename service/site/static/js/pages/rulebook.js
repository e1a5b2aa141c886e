/** The page of a rulebook: the sign of each term that has one, as the boards draw it. */

import { sign } from "../boards/arena/signs.js";
import { icon } from "../boards/villainous/icons.js";
import { all, one } from "../lib/dom.js";

const DRAWN = { arena: sign, villainous: icon };
const { game } = one("script[data-game]").dataset;

for (const place of all("[data-sign]")) place.append(DRAWN[game](place.dataset.sign));

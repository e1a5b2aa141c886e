/** The page of a rulebook: the sign of each term that has one, as the boards draw it. */

import { sign } from "./boards/arena/signs.js";
import { icon } from "./boards/villainous/icons.js";

const DRAWN = { arena: sign, villainous: icon };
const { game } = document.querySelector("script[data-game]").dataset;

for (const place of document.querySelectorAll("[data-sign]")) place.append(DRAWN[game](place.dataset.sign));

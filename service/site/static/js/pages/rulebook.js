/** The page of a rulebook: the sign of each term that has one, as the boards draw it. */

import { sign } from "../faces/game/signs.js";
import { all } from "../lib/dom.js";

for (const place of all("[data-sign]")) place.append(sign(place.dataset.sign));

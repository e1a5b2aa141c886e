/** The form for the link of a scribe: the key behind `#key=` moves from the address into the form. */

import { fillKey } from "../lib/key-link.js";

fillKey();

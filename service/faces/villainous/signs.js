/** The signs of terms, as the boards draw them. */

import { icon } from "./board/icons.js";

export const sign = (what) => icon(what);

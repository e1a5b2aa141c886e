/** The signs of terms, as the boards draw them; nothing for a term that they draw no sign for. */

import { hasIcon, icon } from "./board/icons.js";

export const sign = (what) => (hasIcon(what) ? icon(what) : "");

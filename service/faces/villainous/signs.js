/** The signs of terms, as the boards draw them; nothing for a term that they draw no sign for. */

import { hasIcon, icon } from "./board/icons.js";

export const sign = (term) => (hasIcon(term) ? icon(term) : "");

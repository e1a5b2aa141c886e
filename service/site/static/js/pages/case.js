/** The page of a case file: it can be printed. */

import { find } from "../lib/dom.js";

find("print").addEventListener("click", () => window.print());

/** The page of a case file: it can be printed. */

import { find } from "./dom.js";

find("print").addEventListener("click", () => window.print());

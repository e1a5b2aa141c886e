/** The page of an invitation: what this browser adds to the shuffles goes along with the form. */

import { fillNonces } from "../lib/nonce.js";

fillNonces();

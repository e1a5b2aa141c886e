/** The page of an invitation, which sends this browser's contribution to the shuffles with its form. */

import { fillNonces } from "../lib/nonce.js";

fillNonces();

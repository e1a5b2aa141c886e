/** The page of an invitation, which sends the hash of this browser's part in the shuffles with its form. */

import { commitForms } from "../lib/nonce.js";

commitForms();

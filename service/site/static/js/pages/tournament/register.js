/** The page for self-registration, which sends the hash of this browser's contribution to the lots. */

import { fillNonceHashes } from "../../lib/nonce.js";

fillNonceHashes();

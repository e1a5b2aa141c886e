/** The page for self-registration, which sends the hash of this browser's part in the lots. */

import { commitForms } from "../../lib/nonce.js";

commitForms();

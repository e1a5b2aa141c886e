/** The service worker of a release, whose options the service puts before this script. */

import { serve } from "../offline/worker.js";

/** @type {any} */
const { OPTIONS } = globalThis;

serve(OPTIONS);

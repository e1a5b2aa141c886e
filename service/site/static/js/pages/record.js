/** The page of a scribe, who records a match at a real table. */

import * as boards from "../faces/game/board.js";
import * as editor from "../faces/game/editor.js";
import { data, find } from "../lib/dom.js";
import { registerWorker } from "../offline/worker-client.js";
import { offerLeaving } from "../record/leaving.js";
import { RecordPage } from "../record/page.js";
import { tones } from "../record/tones.js";

const page = new RecordPage(data("page"), { boards, editor, tone: tones() });
registerWorker();
offerLeaving(page, find("leaving"));
await page.load();
document.body.dataset.ready = "true";

/** The players' score sheet, which follows the recording while the rest of the page keeps its input. */

import { listen } from "../lib/api.js";
import { data, find, query } from "../lib/dom.js";
import { NoteQueue } from "../offline/notes.js";
import { registerWorker } from "../offline/worker-client.js";
import { refresher } from "../tournament/regions.js";

const page = data("data");
let last = page.seq;
const notes = find("noted") ? new NoteQueue(page.match) : undefined;
const refresh = refresher(location.pathname + location.search, (newPage) => {
  last = JSON.parse(query("#data", newPage).textContent).seq;
  notes?.showAgain();
});
listen(
  page.match,
  () => last,
  async (seq) => {
    if (seq === undefined || seq > last) await refresh();
    return false; // players sign after the end
  },
  (connected) => (find("line").hidden = connected),
);
await notes?.open();
registerWorker();

/** The page of a challenge: it follows the challenge until its end. Meanwhile an entry of the queue waits on. */

import { copyField } from "../lib/clipboard.js";
import { find } from "../lib/dom.js";

const { challenge, state, own } = find("challenge").dataset;

const AGAIN = 2000; // milliseconds before the stream is opened again

function follow() {
  const source = new EventSource(`/api/v1/challenges/${challenge}`);
  source.onmessage = ({ data }) => {
    if (JSON.parse(data).state === "open") return;
    source.close();
    location.reload(); // the service leads to the match
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN); // refused, perhaps for a moment
  };
}

if (state === "open" && own !== undefined) follow();

find("copy")?.addEventListener("click", () => copyField(find("challenge-link"), find("copied")));

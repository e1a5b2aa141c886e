/** The page of a challenge: it follows the challenge until its end. Meanwhile an entry of the queue waits on. */

import { find } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

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

find("copy")?.addEventListener("click", async () => {
  const field = find("challenge-link");
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false, // browsers may forbid it
  );
  find("copied").textContent = copied
    ? t("It is copied.")
    : t("It is marked: copy it with the keys of your browser.");
});

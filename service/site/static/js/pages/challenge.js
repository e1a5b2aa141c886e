/** The page of a challenge: it follows the challenge until its end, and leaves the queue when it is left. */

import { find, query } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const { challenge, state, kind, pace, own } = find("challenge").dataset;
const isOwn = own !== undefined;
let isOver = false;

if (state === "open" && isOwn) {
  const source = new EventSource(`/api/v1/challenges/${challenge}`);
  source.onmessage = ({ data }) => {
    if (JSON.parse(data).state === "open") return;
    isOver = true;
    source.close();
    location.reload(); // the service leads to the match
  };
}

if (state === "open" && isOwn && kind === "queue" && pace !== "day") {
  addEventListener("pagehide", () => {
    const form = query("form", find("challenge"));
    if (!isOver) navigator.sendBeacon(form.action, new FormData(form));
  });
}

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

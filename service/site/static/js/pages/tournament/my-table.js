/**
 * A player's own table, which shows a new round at once unless a form is in use. A link carries its key. Without a network
 * the page takes a report of the result, and sends it later.
 */

import { ring } from "../../tournament/alarm.js";
import { follow, isOfOnePlayer, tick } from "../../tournament/live.js";
import { refresher } from "../../tournament/regions.js";
import { get, listen } from "../../lib/api.js";
import { data, find, focused, query } from "../../lib/dom.js";
import { fillKey } from "../../lib/key-link.js";
import { commitForms, findNonce } from "../../lib/nonce.js";
import { revealNonces } from "../../lib/reveals.js";
import { queueReports } from "../../offline/reports.js";
import { registerWorker } from "../../offline/worker-client.js";

const page = data("data");
fillKey();
commitForms();
revealNonce();
if (page.match) awaitDeal(page.match);
tick();
warn();
queueReports(page.tournament);
registerWorker();
const refresh = refresher(location.pathname, (newPage) => {
  document.title = newPage.title;
  warn();
});
if (find("who") && !page.over)
  follow(page, ({ event }) => {
    if (isOfOnePlayer(event) && event.player !== page.player) return undefined;
    const busy = focused().closest("form") || query("details[open], input:checked");
    if (!busy) return location.replace(location.pathname);
    find("news").hidden = false;
    return refresh();
  });

/** Draws the player's attention to reports that contradict each other, once for each contradiction. */
function warn() {
  const reports = query("[data-contradicted]")?.dataset.contradicted ?? "";
  if (reports && reports !== sessionStorage.getItem("contradicted")) {
    navigator.vibrate?.([200, 100, 200]);
    ring();
  }
  sessionStorage.setItem("contradicted", reports);
}

/** Reveals the nonce of the registration, if it is time and this browser registered the player. */
async function revealNonce() {
  const form = /** @type {HTMLFormElement | null} */ (find("reveal"));
  const nonce = form && (await findNonce(form.dataset.hash ?? ""));
  if (!nonce) return;
  const body = new FormData(form);
  body.set("nonce", nonce);
  fetch(form.action, { method: "POST", body, redirect: "manual" });
}

/** Reveals the nonce of the player's seat once the match waits for it, until its game begins. @param {string} match */
function awaitDeal(match) {
  let last = 0;
  const look = async () => {
    const { seq, status, reveals } = await get(`/m/${match}/table`);
    last = seq;
    await revealNonces(match, reveals);
    return status !== "open";
  };
  listen(
    match,
    () => last,
    look,
    () => {},
  );
}

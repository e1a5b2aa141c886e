/** The organizer's desk: reports and results show as they come in, and nothing typed is lost. */

import { ring } from "../../tournament/alarm.js";
import { follow, isOfOnePlayer, showTimes, tick } from "../../tournament/live.js";
import { enterLines } from "../../tournament/lines.js";
import { refresher } from "../../tournament/regions.js";
import { data, find } from "../../lib/dom.js";

const page = data("data");
const SHOWN = ["ResultReported", "ResultRecorded", "ResultCorrected", "TimeGranted"].map(
  (name) => `tournament.${name}`,
);

/** Returns the contradictions of the page, each by its table and its reports. @returns {string[]} */
const contradictions = () => find("contradictions").dataset.tables.split(" ").filter(Boolean);

let before = contradictions();
const refresh = refresher(page.address, (newPage) => {
  document.title = newPage.title;
  showTimes();
  const now = contradictions();
  if (now.some((table) => !before.includes(table))) {
    find("alarm").textContent = find("contradictions-title").textContent;
    ring();
  }
  before = now;
});
const countdown = find("end-seconds");
if (countdown) {
  const ends = Date.now() + Number(countdown.dataset.seconds) * 1000;
  setInterval(() => {
    const secondsLeft = Math.max(0, Math.ceil((ends - Date.now()) / 1000));
    countdown.textContent = countdown.textContent.replace(/\d+/, String(secondsLeft));
  }, 1000);
}
const JOB_MILLISECONDS = 1000; // between two looks at work that another process does
setInterval(() => find("jobs")?.matches("[data-active]") && refresh(), JOB_MILLISECONDS);
tick();
if (find("fast-form")) enterLines(find("fast-form"), find("fast-line"), find("entered"));
if (!page.over)
  follow(page, ({ event }) => {
    if (!SHOWN.includes(event.type) && !isOfOnePlayer(event)) find("news").hidden = false;
    refresh();
  });

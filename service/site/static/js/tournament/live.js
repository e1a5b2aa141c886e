/** Live updates of a tournament's page: its facts, and its clock. */

import { queryAll } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const MINUTE = 60_000;

/**
 * Calls `onFact` with each fact after `seq` as it arrives. The browser restores a lost connection by itself.
 * @param {{tournament: string, seq: number}} page
 * @param {(fact: {event: {type: string, player?: string}}) => void} onFact
 */
export function follow({ tournament, seq }, onFact) {
  const source = new EventSource(`/api/v1/tournaments/${tournament}/facts?after=${seq}`);
  source.onmessage = ({ data }) => onFact(JSON.parse(data));
  return source;
}

const OF_ONE_PLAYER = ["PlayerCheckedIn", "CheckInWithdrawn", "NonceRevealed"].map(
  (name) => `tournament.${name}`,
);

/** Returns whether a fact, which public pages do not show, is about one player. @param {{type: string}} event */
export const isOfOnePlayer = ({ type }) => OF_ONE_PLAYER.includes(type);

/** Shows the remaining time instead of the end, and keeps it current. */
export function tick() {
  showTimes();
  setInterval(showTimes, MINUTE / 4);
}

/** Shows the remaining time once. */
export function showTimes() {
  const lang = document.documentElement.lang;
  const format = new Intl.NumberFormat(lang, {
    style: "unit",
    unit: "minute",
    unitDisplay: "short",
  });
  for (const time of queryAll("time[data-ends]")) {
    const left = Math.ceil((Number(time.dataset.ends) - Date.now()) / MINUTE);
    time.title ||= time.textContent;
    time.textContent = left > 0 ? t("{time} left", { time: format.format(left) }) : t("Time is up");
    time.classList.toggle("up", left <= 0);
  }
}

/** What goes on in a tournament while a page of it is looked at: its facts, and its clock. */

import { all } from "../lib/dom.js";

const MINUTE = 60_000;

/**
 * Calls `heard` with each fact after `seq`, as it comes; the browser takes a lost line up again by itself.
 * @param {{tournament: string, seq: number}} page
 * @param {(fact: {event: {type: string, player?: string}}) => void} heard
 */
export function follow({ tournament, seq }, heard) {
  const source = new EventSource(`/api/v1/tournaments/${tournament}/facts?after=${seq}`);
  source.onmessage = ({ data }) => heard(JSON.parse(data));
  return source;
}

const PRESENCE = ["tournament.PlayerCheckedIn", "tournament.CheckInWithdrawn"];

/** Tells whether a fact is about the check-in of one player, which pages for everybody do not show. */
export const changesPresence = ({ type }) => PRESENCE.includes(type);

/** Tells how long there still is, in place of until when, and goes on doing so. */
export function tick() {
  showTimes();
  setInterval(showTimes, MINUTE / 4);
}

/** Tells how long there still is, once. */
export function showTimes() {
  const lang = document.documentElement.lang;
  const format = new Intl.NumberFormat(lang, { style: "unit", unit: "minute", unitDisplay: "short" });
  for (const time of all("time[data-ends]")) {
    const left = Math.ceil((Number(time.dataset.ends) - Date.now()) / MINUTE);
    time.title ||= time.textContent;
    time.textContent = format.format(left);
    time.classList.toggle("up", left <= 0);
  }
}

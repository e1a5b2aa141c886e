/** The times on the clocks of a match, as pure functions that are tested without a page. `now` is in milliseconds. */

/** @import { ReckonedScene } from "../contract.d.ts" */
/** @import { Replay } from "./replay.js" */

import { say } from "../lib/i18n.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FINE = 10 * SECOND; // below this, tenths are shown
const LOW = 30 * SECOND; // little is left below, and below a quarter of a shorter time

/** The numbers of remaining seconds that are announced. */
const CALLED = [30, 10];

/**
 * @typedef {object} Reading  the clock of a seat
 * @property {boolean} turn  the seat is asked, or was when the match paused
 * @property {"runs" | "low" | "rests" | "waits" | "fallen" | "none"} state  it runs, with little time left; it rests in a
 *     pause; another seat is asked; its flag has fallen; it has none, as a bot plays
 * @property {number} left
 */

/**
 * Returns the seat whose clock runs after fact `seq` of `replay`, or rests in a pause, or undefined.
 * @param {Replay} replay @param {number} seq
 */
export function turn(replay, seq) {
  let at = seq;
  while (at > replay.first && replay.at(at).status === "paused") at -= 1;
  return replay.at(at).question?.seat;
}

/**
 * Whether, after the last fact of `replay`, the clock of one of `seats` runs.
 * @param {Replay} replay @param {number[]} seats
 */
export function clockRuns(replay, seats) {
  const { clocks, question } = replay.at(replay.last);
  return Boolean(clocks?.since) && seats.includes(question?.seat ?? -1);
}

/**
 * Returns the readings of all clocks in a scene with the turn of `seat`: at the service's time `now`, or at the start of
 * that scene.
 * @returns {Reading[]}
 * @param {Pick<ReckonedScene, "clock" | "clocks">} scene @param {number | null | undefined} seat
 * @param {number[]} bots @param {number} [now]
 */
export function readings({ clock, clocks }, seat, bots, now) {
  if (!clock || !clocks) return [];
  return clocks.left_ms.map((left, each) => {
    const isAsked = each === seat;
    if (bots.includes(each)) return { turn: isAsked, state: "none", left: 0 };
    if (clocks.fallen.includes(each)) return { turn: isAsked, state: "fallen", left: 0 };
    if (!isAsked) return { turn: false, state: "waits", left };
    const { since, used_ms: used } = clocks;
    const taken = used + (since && now !== undefined ? Math.max(0, now - Date.parse(since)) : 0);
    const remaining = Math.max(0, left - taken);
    const low = remaining < Math.min(LOW, (clock.seconds * SECOND) / 4);
    return { turn: true, state: !since ? "rests" : low ? "low" : "runs", left: remaining };
  });
}

/** Whether a clock runs. @param {Reading} reading */
export const runs = ({ state }) => state === "runs" || state === "low";

/** Returns the milliseconds before a running clock changes. @param {number} left */
export const untilNext = (left) => (left % (left < FINE ? 100 : SECOND)) + 1;

/**
 * Returns the number of seconds to announce if a clock reached it between two readings.
 * @param {number} before @param {number} now
 */
export const announcedSeconds = (before, now) =>
  CALLED.findLast((seconds) => before > seconds * SECOND && now <= seconds * SECOND);

/**
 * Returns a time as a clock shows it in the language `lang`. `days` is the pattern for times of a day or more.
 * @param {number} left @param {string} lang @param {string} days
 */
export function formatTime(left, lang, days) {
  if (left && left < FINE) {
    const tenths = Math.floor(left / 100) / 10;
    return new Intl.NumberFormat(lang, { minimumFractionDigits: 1 }).format(tenths);
  }
  /** @param {number} number */
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const [hours, minutes] = [two((left % DAY) / HOUR), two((left % HOUR) / MINUTE)];
  if (left >= DAY) return say(days, { days: Math.floor(left / DAY), time: `${hours}:${minutes}` });
  const time = `${minutes}:${two((left % MINUTE) / SECOND)}`;
  return (left < HOUR ? time : `${hours}:${time}`).replace(/^0/, "");
}

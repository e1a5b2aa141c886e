/** What the clocks of a match say: pure, so that it can be read and tested without a page. `now` is in milliseconds. */

import { say } from "../lib/i18n.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FINE = 10 * SECOND; // tenths are told below
const LOW = 30 * SECOND; // little is left below, and below a quarter of a shorter time

/** Seconds that somebody hears of when no more are left. */
const CALLED = [30, 10];

/**
 * @typedef {object} Reading  what the clock of a seat says
 * @property {boolean} turn  the seat is asked, or was when the match paused
 * @property {"runs" | "low" | "rests" | "waits" | "fallen" | "none"} state  it runs, and little is left; it rests in a
 *     pause; another seat is asked; its flag has fallen; it has none, as a bot plays
 * @property {number} left
 */

/** Returns the seat whose clock runs after fact `seq` of `film`, or rests in a pause; undefined, if none does. */
export function turn(film, seq) {
  let at = seq;
  while (at > film.first && film.at(at).status === "paused") at -= 1;
  return film.at(at).question?.seat;
}

/** Whether, after the last fact of `film`, the clock of one of `seats` runs. */
export function clockRuns(film, seats) {
  const { clocks, question } = film.at(film.last);
  return Boolean(clocks?.since) && seats.includes(question?.seat);
}

/**
 * Returns what the clock of each seat says in a scene where it is the turn of `seat`: at the moment `now` of the service,
 * or, without one, as they stood when that scene began.
 * @returns {Reading[]}
 */
export function readings({ clock, clocks }, seat, bots, now) {
  return clocks.left_ms.map((left, each) => {
    const asked = each === seat;
    if (bots.includes(each)) return { turn: asked, state: "none", left: 0 };
    if (clocks.fallen.includes(each)) return { turn: asked, state: "fallen", left: 0 };
    if (!asked) return { turn: false, state: "waits", left };
    const { since, used_ms: used } = clocks;
    const taken = used + (since && now !== undefined ? Math.max(0, now - Date.parse(since)) : 0);
    const rest = Math.max(0, left - taken);
    const low = rest < Math.min(LOW, (clock.seconds * SECOND) / 4);
    return { turn: true, state: !since ? "rests" : low ? "low" : "runs", left: rest };
  });
}

/** Whether a clock runs. */
export const runs = ({ state }) => state === "runs" || state === "low";

/** Returns after how many milliseconds a clock that runs is told otherwise. */
export const untilNext = (left) => (left % (left < FINE ? 100 : SECOND)) + 1;

/** Returns how many seconds are left, to be said aloud, where a clock came to that between two readings. */
export const called = (before, now) =>
  CALLED.findLast((seconds) => before > seconds * SECOND && now <= seconds * SECOND);

/** Returns a time as a clock shows it, in the language `lang`; `days` is the sentence that tells days before it. */
export function shown(left, lang, days) {
  if (left && left < FINE) {
    const tenths = Math.floor(left / 100) / 10;
    return new Intl.NumberFormat(lang, { minimumFractionDigits: 1 }).format(tenths);
  }
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const [hours, minutes] = [two((left % DAY) / HOUR), two((left % HOUR) / MINUTE)];
  if (left >= DAY) return say(days, { days: Math.floor(left / DAY), time: `${hours}:${minutes}` });
  const rest = `${minutes}:${two((left % MINUTE) / SECOND)}`;
  return (left < HOUR ? rest : `${hours}:${rest}`).replace(/^0/, "");
}

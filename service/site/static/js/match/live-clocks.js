/** The clocks of a running match, from the service's time and the time since. */

/** @import { MatchData } from "../pages.d.ts" */
/** @import { Reading } from "../replay/clocks.js" */
/** @import { Replay } from "../replay/replay.js" */

import { ClockRow } from "../replay/clock-row.js";
import { announcedSeconds, runs, untilNext } from "../replay/clocks.js";
import { on } from "./events.js";
import { look } from "./panels/table.js";
import { t } from "../lib/i18n.js";

/** The announcements at so many remaining seconds. */
/** @type {Record<number, string>} */
const CALLS = { 30: t("You have 30 seconds left."), 10: t("You have 10 seconds left.") };

export class LiveClocks {
  /** @type {number | undefined} The difference between the service's time and the time since the page was opened. */
  ahead;
  /** @type {{replay: Replay, seq: number} | undefined} The replay, and the fact that is shown. */
  shown;
  /** Whether time passes in the shown match. */
  live = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {number[]} The times left at the last reading. */
  before = [];

  /**
   * Shows in `root` the clocks of the match of `page`; `say(sentence)` announces.
   * @param {HTMLElement} root @param {MatchData} page @param {(sentence: string) => void} say
   */
  constructor(root, page, say) {
    this.row = new ClockRow(root, page);
    this.seats = page.seats;
    this.say = say;
    on("table", ({ now, at }) => {
      this.ahead = now === null ? undefined : Date.parse(now) - at;
      this.tick();
    });
    // A machine that slept may not have counted meanwhile.
    document.addEventListener("visibilitychange", () => !document.hidden && look());
  }

  /**
   * Shows the clocks after fact `seq`: the current times if `live`, or else those of that moment.
   * @param {Replay} replay @param {number} seq @param {boolean} live
   */
  show(replay, seq, live) {
    this.shown = { replay, seq };
    this.live = live;
    this.tick();
  }

  /** Shows the current times, and schedules the next change. */
  tick() {
    clearTimeout(this.timer);
    if (!this.shown) return;
    const now = this.live && this.ahead !== undefined ? performance.now() + this.ahead : undefined;
    const { replay, seq } = this.shown;
    const seats = this.row.show(replay, seq, now);
    if (now === undefined) return;
    this.call(seats);
    const running = seats.find(runs);
    if (running?.left) this.timer = setTimeout(() => this.tick(), untilNext(running.left));
  }

  /** Announces that little time is left to a player at this browser. @param {Reading[]} seats */
  call(seats) {
    for (const seat of this.seats) {
      const seconds = announcedSeconds(this.before[seat] ?? 0, seats[seat].left);
      if (seconds && runs(seats[seat])) this.say(CALLS[seconds]);
    }
    this.before = seats.map(({ left }) => left);
  }
}

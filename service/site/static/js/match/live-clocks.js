/** The clocks of a match that goes on: they run by what the service says that the time is, and by the time since. */

import { ClockRow } from "../replay/clock-row.js";
import { called, runs, untilNext } from "../replay/clocks.js";
import { on } from "./events.js";
import { look } from "./panels/table.js";
import { t } from "../lib/i18n.js";

/** What is said aloud when so many seconds are left. */
const CALLS = { 30: t("You have 30 seconds left."), 10: t("You have 10 seconds left.") };

export class LiveClocks {
  /** @type {number | undefined} How far the time of the service is ahead of that of this page, which counts from its start. */
  ahead;
  /** @type {any} The film, and the fact that is shown. */
  there;
  /** Whether time goes on there. */
  live = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;
  /** @type {number[]} What was left when it was shown last. */
  before = [];

  /** Shows in `root` the clocks of the match of `page`; `say(sentence)` tells whoever listens. */
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

  /** Shows them after fact `seq`: as they stand, if that is `live`, or else as they stood. */
  show(film, seq, live) {
    this.there = { film, seq };
    this.live = live;
    this.tick();
  }

  /** Shows what they say by now, and sees to it that it is done again when one of them says something else. */
  tick() {
    clearTimeout(this.timer);
    if (!this.there) return;
    const now = this.live && this.ahead !== undefined ? performance.now() + this.ahead : undefined;
    const { film, seq } = this.there;
    const seats = this.row.show(film, seq, now);
    if (now === undefined) return;
    this.call(seats);
    const running = seats.find(runs);
    if (running?.left) this.timer = setTimeout(() => this.tick(), untilNext(running.left));
  }

  /** Tells whoever plays here when little is left. */
  call(seats) {
    for (const seat of this.seats) {
      const seconds = called(this.before[seat] ?? 0, seats[seat].left);
      if (seconds && runs(seats[seat])) this.say(CALLS[seconds]);
    }
    this.before = seats.map(({ left }) => left);
  }
}

/** The clocks of a match in a row: the player, the time, and whether it runs. */

/** @import { Reading } from "./clocks.js" */
/** @import { Replay } from "./replay.js" */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { formatTime, readings, turn } from "./clocks.js";
import { t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const SIGNS = { runs: "play", low: "hourglass", rests: "pause", fallen: "flag" };

/** @type {Record<string, string>} */
const STATES = {
  runs: t("Its clock runs."),
  low: t("Its clock runs, and little is left."),
  rests: t("Its clock rests."),
  fallen: t("Its time is up."),
  none: t("A bot plays without a clock."),
};

export class ClockRow {
  /**
   * Shows in `root` the clocks of a match. `bots` are the seats of bots.
   * @param {HTMLElement} root @param {{bots: number[]}} options
   */
  constructor(root, { bots }) {
    this.root = root;
    this.bots = bots;
  }

  /**
   * Shows the clocks after fact `seq` of `replay`, at the time `now` or at that fact. Returns the readings.
   * @param {Replay} replay @param {number} seq @param {number} [now]
   */
  show(replay, seq, now) {
    const scene = replay.at(seq);
    const seats = readings(scene, turn(replay, seq), this.bots, now);
    while (this.root.childElementCount < seats.length) this.root.append(entry());
    seats.forEach((reading, seat) =>
      this.draw(
        /** @type {HTMLElement} */ (this.root.children[seat]),
        reading,
        scene.players[seat] ?? t("a free seat"),
      ),
    );
    return seats;
  }

  /**
   * Draws the changes of a clock, mostly a digit.
   * @param {HTMLElement} item @param {Reading} reading @param {string} player
   */
  draw(item, reading, player) {
    const [sign, name, stateLabel, time] = /** @type {any} */ (item.children);
    const { state, left } = reading;
    const says =
      state === "none" ? "–" : formatTime(left, document.documentElement.lang, t("{days} d {time}"));
    if (item.dataset.state !== state) {
      item.dataset.state = state;
      sign.replaceChildren(...(SIGNS[state] ? [icon(SIGNS[state])] : []));
      stateLabel.textContent = STATES[state] ?? "";
    }
    item.ariaCurrent = reading.turn ? "true" : null;
    if (name.textContent !== player) name.textContent = name.title = player;
    if (time.textContent !== says) time.textContent = says;
  }
}

const entry = () =>
  h(
    "li",
    {},
    ...["sign", "who", "hidden"].map((name) => h("span", { class: name })),
    h("b", { role: "timer" }),
  );

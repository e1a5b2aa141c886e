/** The clocks of a match in a row: of each seat whose it is, what it says, and whether it runs. */

import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { readings, shown, turn } from "./clocks.js";
import { t } from "../lib/i18n.js";

const SIGNS = { runs: "play", low: "hourglass", rests: "pause", fallen: "flag" };

const STATES = {
  runs: t("Its clock runs."),
  low: t("Its clock runs, and little is left."),
  rests: t("Its clock rests."),
  fallen: t("Its time is up."),
  none: t("A bot plays without a clock."),
};

export class ClockRow {
  /** Shows in `root` the clocks of a match in which `bots` play those seats. */
  constructor(root, { bots }) {
    this.root = root;
    this.bots = bots;
  }

  /** Shows them after fact `seq` of `film`: at the moment `now`, or as they stood there. Returns what they say. */
  show(film, seq, now) {
    const scene = film.at(seq);
    const seats = readings(scene, turn(film, seq), this.bots, now);
    while (this.root.childElementCount < seats.length) this.root.append(entry());
    seats.forEach((reading, seat) =>
      this.draw(this.root.children[seat], reading, scene.players[seat] ?? t("a free seat")),
    );
    return seats;
  }

  /** Draws what has changed of one of them: mostly a digit. */
  draw(item, reading, player) {
    const [sign, name, told, time] = item.children;
    const { state, left } = reading;
    const says = state === "none" ? "–" : shown(left, document.documentElement.lang, t("{days} d {time}"));
    if (item.dataset.state !== state) {
      item.dataset.state = state;
      sign.replaceChildren(...(SIGNS[state] ? [icon(SIGNS[state])] : []));
      told.textContent = STATES[state] ?? "";
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

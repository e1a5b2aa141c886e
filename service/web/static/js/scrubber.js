/** The scrubber: an ARIA slider over every fact, with marks, told in words; and the film that runs by itself. */

import { h, say } from "./dom.js";

const SPEEDS = [0.5, 1, 2, 4, 8];

export class Scrubber {
  constructor(root, { go, words }) {
    Object.assign(this, { root, go, words });
    this.first = this.last = this.seq = 1;
    this.speed = 1;
    this.hidden = false;
    this.slider = h("input", { type: "range", min: 1, max: 1, step: 1, value: 1, "aria-label": words.ui.scrubber });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.text = h("output", { class: "moment" });
    this.playing = h("button", { type: "button", class: "play", onclick: () => this.toggle() }, words.ui.play);
    this.pace = h(
      "select",
      { "aria-label": words.ui.speed, onchange: () => (this.speed = Number(this.pace.value)) },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    const step = (name, by) =>
      h("button", { type: "button", "aria-label": words.ui[name], title: words.ui[name], onclick: () => go(this.seq + by) }, by < 0 ? "‹" : "›");
    root.replaceChildren(
      step("back", -1),
      this.playing,
      step("forward", 1),
      h("div", { class: "track" }, this.marks, this.slider),
      this.pace,
      this.text,
    );
  }

  /** Stretches to the facts there are, with a mark for each of `marks`: [seq, kind]. */
  stretch(first, last, marks) {
    Object.assign(this, { first, last });
    this.slider.min = first;
    this.slider.max = last;
    const part = (seq) => `${(100 * (seq - first)) / Math.max(1, last - first)}%`;
    this.marks.replaceChildren(
      ...(this.hidden ? [] : marks.map(([seq, kind]) => placed(h("i", { class: `mark ${kind}` }), part(seq)))),
    );
  }

  /** Stands at fact `seq`, which is told as `sentence`. */
  show(seq, sentence) {
    this.seq = seq;
    this.slider.value = seq;
    const words = this.hidden ? { seq, last: "…" } : { seq, last: this.last };
    const moment = say(this.words.ui.moment, words);
    this.slider.setAttribute("aria-valuetext", `${moment}. ${sentence}`);
    this.text.textContent = moment;
    if (seq >= this.last) this.stop();
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.seq >= this.last) this.go(this.first);
    this.playing.textContent = this.words.ui.pause;
    const turn = () => {
      this.timer = setTimeout(turn, 700 / this.speed);
      this.go(this.seq + 1);
    };
    this.timer = setTimeout(turn, 700 / this.speed);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.playing.textContent = this.words.ui.play;
  }
}

function placed(element, left) {
  element.style.setProperty("left", left);
  return element;
}

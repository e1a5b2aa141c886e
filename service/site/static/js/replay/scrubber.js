/** The scrubber: an ARIA slider over all facts, with marks, and the playback. */

import { h } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { spaced } from "./moments.js";

/** The labels of the buttons. */
const LABELS = {
  back: t("One fact back"),
  forward: t("One fact forward"),
  play: t("Play the replay"),
  again: t("Replay from the start"),
  pause: t("Pause"),
};

/** @type {Record<string, string>} */
const MARKS = {
  ko: t("Knock-out"),
  vp: t("Points"),
  felled: t("Hero defeated"),
  fate: t("Fate cards"),
  fulfilled: t("Objective reached"),
  ruling: t("Ruling"),
};

const narrow = matchMedia("(max-width: 40rem)");
const SPEEDS = [0.5, 1, 2, 4, 8];
const BEAT = 700; // milliseconds a fact at speed 1
const HORIZON = 100; // facts: the track ends at the next multiple of this if its length must stay hidden

export class Scrubber {
  /**
   * `sentenceAt(seq)` is the sentence of a fact. `pace` is the parent of the selection of speed.
   * @param {HTMLElement} root
   * @param {{go: (seq: number) => void, sentenceAt?: (seq: number) => string, pace?: HTMLElement}} options
   */
  constructor(root, { go, sentenceAt = () => "", pace = root }) {
    this.go = go;
    this.sentenceAt = sentenceAt;
    this.first = this.last = this.seq = this.furthest = 1;
    this.speed = 1;
    this.hidden = false;
    /** @type {Map<number, string>} */
    this.kinds = new Map();
    this.slider = h("input", {
      type: "range",
      min: 1,
      max: 1,
      step: 1,
      value: 1,
      "aria-label": t("Moment of the match"),
    });
    this.slider.addEventListener("input", () => go(Number(this.slider.value)));
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    this.text = h("output", { class: "moment", "aria-live": "off" });
    this.legend = h("p", { class: "mark-legend", "aria-hidden": "true" });
    this.playing = this.button("play", () => this.toggle());
    this.pace = h(
      "select",
      {
        class: "pace",
        "aria-label": t("Speed"),
        title: t("Speed"),
        onchange: () => (this.speed = Number(this.pace.value)),
      },
      SPEEDS.map((speed) => h("option", { value: speed, selected: speed === 1 }, `${speed}×`)),
    );
    root.replaceChildren(
      this.button("back", () => go(this.seq - 1)),
      this.playing,
      this.button("forward", () => go(this.seq + 1)),
      h("div", { class: "track" }, this.slider, this.marks),
      h("div", { class: "where" }, this.text, this.legend),
    );
    pace.append(this.pace);
  }

  /** @param {keyof typeof LABELS} name @param {() => void} act */
  button(name, act) {
    const label = LABELS[name];
    return h(
      "button",
      { type: "button", class: name, "aria-label": label, title: label, onclick: act },
      icon(name),
    );
  }

  /**
   * Stretches to the facts there are, with a mark for each of `marks`: [seq, kind].
   * @param {number} first @param {number} last @param {[number, string][]} marks
   */
  stretch(first, last, marks) {
    this.first = first;
    this.last = last;
    this.kinds = new Map(this.hidden ? [] : marks);
    this.slider.min = first;
    this.reach();
    const gap = (narrow.matches ? 0.09 : 0.012) * (last - first); // the width of a mark on the track
    this.marks.replaceChildren(...spaced([...this.kinds], gap).map(([seq, kind]) => this.mark(seq, kind)));
    const present = new Set(this.kinds.values());
    const names = Object.entries(MARKS).filter(([kind]) => present.has(kind));
    this.legend.replaceChildren(...names.map(([kind, name]) => h("span", { class: kind }, name)));
  }

  /** @param {number} seq @param {string} kind */
  mark(seq, kind) {
    /** @param {{currentTarget: HTMLElement}} event */
    const name = ({ currentTarget }) =>
      (currentTarget.title = `${MARKS[kind]}${colon}${this.sentenceAt(seq)}`);
    const mark = h("i", { class: `mark ${kind}`, onpointerenter: name, onclick: () => this.go(seq) });
    mark.style.setProperty("left", `${(100 * (seq - this.first)) / Math.max(1, this.last - this.first)}%`);
    return mark;
  }

  /** Lets the track end with the last fact, or well ahead of the furthest shown one. */
  reach() {
    const end = this.hidden ? HORIZON * Math.ceil((this.furthest + 1) / HORIZON) : this.last;
    if (this.slider.max !== String(end)) this.slider.max = end;
  }

  /** Moves to fact `seq` with its `sentence`. @param {number} seq @param {string} sentence */
  show(seq, sentence) {
    this.seq = seq;
    this.furthest = Math.max(this.furthest, seq);
    this.reach();
    this.slider.value = seq;
    const position = this.hidden
      ? t("fact {seq}", { seq })
      : t("fact {seq} of {last}", { seq, last: this.last });
    const mark = MARKS[this.kinds.get(seq) ?? ""];
    this.slider.setAttribute("aria-valuetext", [position, mark, sentence].filter(Boolean).join(". "));
    this.text.textContent = this.hidden ? String(seq) : `${seq}/${this.last}`;
    if (seq >= this.last) this.stop();
    if (!this.timer) this.face(seq >= this.last ? "again" : "play");
  }

  toggle() {
    if (this.timer) return this.stop();
    if (this.seq >= this.last) this.go(this.first);
    const turn = () => {
      this.timer = setTimeout(turn, BEAT / this.speed);
      this.go(this.seq + 1);
    };
    this.timer = setTimeout(turn, BEAT / this.speed);
    this.face("pause");
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.face("play");
  }

  /** @param {keyof typeof LABELS} name */
  face(name) {
    if (this.playing.dataset.face === name) return;
    this.playing.dataset.face = name;
    this.playing.replaceChildren(icon(name));
    this.playing.ariaLabel = this.playing.title = LABELS[name];
  }
}

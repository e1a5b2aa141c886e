/** The open question in words: it comes with the facts, and is asked of the service where the scrubber comes to rest. */

import { get } from "../../lib/api.js";

const REST = 150;

export class OpenQuestion {
  /** What is known, by who looks and after which fact. */
  known = new Map();

  /** `heard(seq)` is called when what is asked after fact `seq` was found out. */
  constructor({ match, viewer, heard }) {
    this.match = match;
    this.viewer = viewer;
    this.heard = heard;
  }

  /** Takes what is asked in the eyes of `viewer`. */
  hear(viewer, told) {
    this.known.set(`${viewer} ${told.seq}`, told);
  }

  /** What is asked after fact `seq`, if it is known; it is found out otherwise, after a rest. */
  at(seq) {
    clearTimeout(this.resting);
    const told = this.known.get(`${this.viewer()} ${seq}`);
    if (!told) this.resting = setTimeout(() => this.find(seq), REST);
    return told;
  }

  async find(seq) {
    const viewer = this.viewer();
    const told = await get(`/m/${this.match}/question/${seq}?lang=${document.documentElement.lang}`, {
      viewer,
    });
    this.hear(viewer, told);
    this.heard(seq);
  }
}

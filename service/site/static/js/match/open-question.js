/** The open question in words: asked of the service once the scrubber has come to rest at a moment. */

import { get } from "../lib/api.js";

const REST = 150;

export class OpenQuestion {
  /** `heard(seq)` is called when what is asked after fact `seq` is known. */
  constructor({ match, viewer, heard }) {
    this.match = match;
    this.viewer = viewer;
    this.heard = heard;
  }

  /** What is asked after fact `seq`, if it is known; it is found out otherwise, `soon` or after a rest. */
  at(seq, soon) {
    if (this.told?.seq === seq && this.eyes === this.viewer()) return this.told;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.find(seq), soon ? 0 : REST);
    return undefined;
  }

  async find(seq) {
    const viewer = this.viewer();
    const told = await get(`/m/${this.match}/question/${seq}?lang=${document.documentElement.lang}`, {
      viewer,
    });
    this.told = told;
    this.eyes = viewer;
    this.heard(seq);
  }
}

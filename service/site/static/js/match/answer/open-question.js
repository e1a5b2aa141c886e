/** The open question in words. It arrives with the facts, or is fetched when the scrubber rests. */

/** @import { OpenQuestionData } from "../../pages.d.ts" */

import { get } from "../../lib/api.js";

const REST = 150;

export class OpenQuestion {
  /** @type {Map<string, OpenQuestionData>} Questions by viewer and fact. */
  cache = new Map();

  /**
   * `onChange(seq)` is called when the question after fact `seq` has arrived.
   * @param {{match: string, viewer: () => string, onChange: (seq: number) => void}} options
   */
  constructor({ match, viewer, onChange }) {
    this.match = match;
    this.viewer = viewer;
    this.onChange = onChange;
  }

  /** Stores the question of `viewer`. @param {string} viewer @param {OpenQuestionData} question */
  store(viewer, question) {
    this.cache.set(`${viewer} ${question.seq}`, question);
  }

  /** The question after fact `seq` if it is cached. Otherwise it is fetched after a pause. @param {number} seq */
  at(seq) {
    clearTimeout(this.resting);
    const question = this.cache.get(`${this.viewer()} ${seq}`);
    if (!question) this.resting = setTimeout(() => this.find(seq), REST);
    return question;
  }

  /** @param {number} seq */
  async find(seq) {
    const viewer = this.viewer();
    const question = await get(`/m/${this.match}/question/${seq}?lang=${document.documentElement.lang}`, {
      viewer,
    });
    this.store(viewer, question);
    this.onChange(seq);
  }
}

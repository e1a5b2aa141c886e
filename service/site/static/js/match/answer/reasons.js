/** Why something on the board cannot be chosen now. */

/** @import { PossibleChoice, PossibleChoices } from "../../pages.d.ts" */

import { get } from "../../lib/api.js";
import { subject } from "../../boards/move-selection.js";
import { sentenceOf } from "../../replay/choices.js";

export class Reasons {
  /** `viewer()` names the eyes that ask. @param {{match: string, viewer: () => string}} options */
  constructor({ match, viewer }) {
    this.match = match;
    this.viewer = viewer;
    /** @type {Map<string, Promise<PossibleChoice[]>>} The choices after a fact, by the fact and the viewer. */
    this.choices = new Map();
  }

  /**
   * The reason against `thing`, or against a kind of picks such as "vanquish", after fact `seq`, or nothing if it can be
   * chosen or nobody would choose it.
   * @param {string | undefined} thing @param {number} seq
   */
  async against(thing, seq) {
    const about = (await this.choicesAt(seq)).filter(({ pick }) =>
      [subject(pick), pick.split(":")[0]].includes(thing ?? ""),
    );
    if (!about.length || about.some(({ possible }) => possible)) return "";
    return sentenceOf(about[0].reason);
  }

  /** @param {number} seq @returns {Promise<PossibleChoice[]>} */
  choicesAt(seq) {
    const viewer = this.viewer();
    const key = `${seq} ${viewer}`;
    const choices =
      this.choices.get(key) ??
      get(`/m/${this.match}/possible/${seq}`, { viewer }).then(
        (/** @type {PossibleChoices} */ { groups }) => groups.flatMap((group) => group.choices),
        () => [], // the line is lost, or the match goes on: the thing is explained without a reason
      );
    this.choices.set(key, choices);
    return choices;
  }
}

/** The state of the record: its head, its entry in the log, and whether it verifies. */

import { get } from "../api.js";
import { h, say } from "../dom.js";
import { evidence } from "../evidence.js";

export class RecordState {
  constructor(find, { match, words, viewer, trouble }) {
    Object.assign(this, { find, match, words, viewer });
    find("verify").addEventListener("click", () => trouble(() => this.check()));
  }

  /** Shows what the house has signed of the last fact. */
  async load() {
    const { desk } = this.words;
    const { logged, checkpoint } = await get(`/matches/${this.match}/proof`, { viewer: "spectator" });
    this.tell([
      [desk.head, `${logged.seq} · ${logged.head}`],
      [desk.entry, say(desk.entryOf, logged)],
      [desk.checkpoint, checkpoint.split("\n").slice(0, 3).join(" · ")],
      [desk.decided, desk.unchecked],
    ]);
  }

  /** Holds the record against its proofs in this browser, and has the house decide every answer again. */
  async check() {
    const { desk, proof } = this.words;
    const viewer = this.viewer();
    await this.load();
    await evidence(this.find("evidence"), await get(`/matches/${this.match}/export`, { viewer }), proof);
    const told = await get(`/matches/${this.match}/verification`, { viewer });
    const sentence = told.ok ? say(desk.decidedWell, told) : told.difference || say(desk.decidedElse, told);
    const corrected = told.corrected ? ` ${say(desk.corrected, told)}` : "";
    this.find("record").lastChild.textContent = sentence + corrected;
  }

  tell(pairs) {
    this.find("record").replaceChildren(...pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  }
}

/** The state of the record: its head, its entry in the log, and whether it verifies. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { showProof, tellFinding } from "../proof/panel.js";

export class RecordState {
  constructor(find, { match, words, viewer, trouble }) {
    this.find = find;
    this.match = match;
    this.words = words;
    this.viewer = viewer;
    find("verify").addEventListener("click", () => trouble(() => this.check()));
  }

  /** Shows what the service has signed of the last fact. */
  async load() {
    const { desk } = this.words;
    const { logged, checkpoint } = await get(`/api/v1/matches/${this.match}/proof`, { viewer: "spectator" });
    const pairs = [
      [say(desk.head, logged), logged.head],
      [desk.entry, say(desk.entryOf, logged)],
      [desk.checkpoint, checkpoint.split("\n").slice(0, 3).join(" · ")],
    ];
    this.find("record").replaceChildren(
      ...pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
  }

  /** Holds the record against its proofs in this browser, and has the service decide every answer again. */
  async check() {
    const { desk, proof } = this.words;
    const viewer = this.viewer();
    await this.load();
    const root = this.find("evidence");
    await showProof(root, await get(`/api/v1/matches/${this.match}/export`, { viewer }), proof);
    const told = await get(`/api/v1/matches/${this.match}/verification`, { viewer });
    const corrected = told.corrected ? ` ${say(desk.corrected, told)}` : "";
    const sentence = told.ok
      ? say(desk.decidedWell, told) + corrected
      : told.difference || say(desk.decidedElse, told);
    tellFinding(root, { what: "decided", holds: told.ok }, sentence, proof);
  }
}

/** The state of the record: its head, its entry in the log, and whether it verifies. */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { showProof, tellFinding } from "../proof/panel.js";

export class RecordState {
  constructor(find, { match, viewer, trouble }) {
    this.find = find;
    this.match = match;
    this.viewer = viewer;
    find("verify").addEventListener("click", () => trouble(() => this.check()));
  }

  /** Shows what the service has signed of the last fact. */
  async load() {
    const { logged, checkpoint } = await get(`/api/v1/matches/${this.match}/proof`, { viewer: "spectator" });
    const pairs = [
      [t("Head, fact {seq}", logged), logged.head],
      [t("Entry in the log"), t("{leaf} of {size}", logged)],
      [t("Checkpoint"), checkpoint.split("\n").slice(0, 3).join(" · ")],
    ];
    this.find("record").replaceChildren(
      ...pairs.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    );
  }

  /** Holds the record against its proofs in this browser, and has the service decide every answer again. */
  async check() {
    const viewer = this.viewer();
    await this.load();
    const root = this.find("evidence");
    await showProof(root, await get(`/api/v1/matches/${this.match}/export`, { viewer }));
    const told = await get(`/api/v1/matches/${this.match}/verification`, { viewer });
    const corrected = told.corrected ? ` ${t("{corrected} of them were put there by rulings.", told)}` : "";
    const sentence = told.ok
      ? t("All {answers} answers lead to the recorded {facts} facts.", told) + corrected
      : told.difference || t("Fact {seq} is not what the answers lead to.", told);
    tellFinding(root, { what: "decided", holds: told.ok }, sentence);
  }
}

/** The state of the record: its head, its entry in the log, and whether it verifies. */

/** @import { Attempt } from "../pages.d.ts" */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { addFinding, showProof } from "../proof/panel.js";

export class RecordState {
  /** @param {(id: string) => any} find @param {{match: string, viewer: () => string, trouble: Attempt}} how */
  constructor(find, { match, viewer, trouble }) {
    this.find = find;
    this.match = match;
    this.viewer = viewer;
    find("verify").addEventListener("click", () => trouble(() => this.check()));
  }

  /** Shows the signed data of the last fact. */
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
    const verification = await get(`/api/v1/matches/${this.match}/verification`, { viewer });
    const corrected = verification.corrected
      ? ` ${t("{corrected} of them were put there by rulings.", verification)}`
      : "";
    const sentence = verification.ok
      ? t("All {answers} answers lead to the recorded {facts} facts.", verification) + corrected
      : verification.difference || t("Fact {seq} is not what the answers lead to.", verification);
    addFinding(root, { what: "decided", holds: verification.ok }, sentence);
  }
}

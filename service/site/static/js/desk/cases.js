/** The cases of a match, and the file of one with its claim, answers, rulings and appeals. */

/** @import { CaseFile, CaseSummary, Decision, Exhibit, Statement } from "../contract.d.ts" */
/** @import { Attempt, DeskData } from "../pages.d.ts" */
/** @import { Positions } from "./positions.js" */

import { get, post } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h } from "../lib/dom.js";
import { colon, say, t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const PARTIES = { judge: t("judge {name}"), organizer: t("organizer {name}") };

/** @type {Record<string, string>} */
const STATES = {
  open: t("waits for a ruling"),
  ruled: t("ruled, can be appealed"),
  appealed: t("appealed, waits for a ruling"),
  closed: t("settled for good"),
};

/** Labels of the outcomes of rulings. @type {Record<string, string>} */
const OUTCOMES = {
  note: t("note"),
  penalty: t("penalty"),
  correction: t("correction"),
  rewind: t("rewind"),
  result: t("result"),
};

/**
 * Returns the name of a party: the player of a seat, or the name on the API token of a judge or organizer.
 * @param {string} by @param {string[]} players
 */
export function partyName(by, players) {
  const [kind, name] = by.split(/:(.*)/);
  return kind === "seat" ? players[Number(name)] : say(PARTIES[kind] ?? "{name}", { name });
}

/** @param {string} status */
export const state = (status) => h("span", { class: `state pill ${status}` }, STATES[status] ?? status);

/** The text of a claim, which may be hidden from the viewer. @param {string | null} claim */
export const visibleClaim = (claim) => claim ?? t("the claim is hidden from you");

/** Whether a case waits for a ruling. @param {{status: string}} dispute */
export const waits = ({ status }) => status === "open" || status === "appealed";

const TO_RECORD = t("Settle it by the record");
const SHORT = 12; // digits of a hash on the page; the case file has all

export class Cases {
  /** @type {CaseFile | undefined} The file that lies open. */
  file;

  /**
   * `go(seq)` shows the act with a fact, `chosen(case)` is called with the open case.
   * @param {(id: string) => any} find
   * @param {DeskData & {viewer: () => string, positions: Positions, go: (seq: number) => unknown, trouble: Attempt, chosen: (number: number) => void}} how
   */
  constructor(
    find,
    { match, recorded, game, judge, players, words, viewer, positions, go, trouble, chosen },
  ) {
    this.find = find;
    this.match = match;
    this.recorded = recorded;
    this.game = game;
    this.judge = judge;
    this.players = players;
    this.words = words;
    this.viewer = viewer;
    this.positions = positions;
    this.go = go;
    this.trouble = trouble;
    this.chosen = chosen;
    this.number = 0;
    /** @type {CaseSummary[]} */
    this.dockets = [];
  }

  /** Fetches the list again, and the file that lies open: at first, that of a case that waits. */
  async load() {
    const listing = await get(`/api/v1/matches/${this.match}/disputes`, { viewer: this.viewer() });
    this.dockets = listing.items;
    this.number ||= (this.dockets.find(waits) ?? this.dockets.at(-1))?.number ?? 0;
    const items = this.dockets.map((docket) => h("li", {}, this.docket(docket)));
    this.find("cases").replaceChildren(
      ...(items.length ? items : [h("li", { class: "quiet" }, t("Nothing was disputed."))]),
    );
    this.chosen(this.number);
    if (this.number) await this.open(this.number);
  }

  /** @param {CaseSummary} docket */
  docket({ number, status, by, claim }) {
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        "data-case": number,
        "aria-pressed": number === this.number ? "true" : "false",
        title: `${partyName(by, this.players)}${colon}${visibleClaim(claim)}`,
        onclick: () => this.trouble(() => this.open(number).then(() => this.showMoments())),
      },
      h("b", {}, t("Case {number}", { number })),
      state(status),
    );
  }

  /** Opens the file of a case. @param {number} number */
  async open(number) {
    this.number = number;
    for (const entry of this.find("cases").querySelectorAll("[data-case]")) {
      entry.setAttribute("aria-pressed", String(Number(entry.dataset.case) === number));
    }
    const lang = document.documentElement.lang;
    const viewer = this.viewer();
    /** @type {CaseFile} */
    const file = await get(`/api/v1/matches/${this.match}/disputes/${number}?lang=${lang}`, { viewer });
    this.file = file;
    const statements = [file.dispute, ...file.answers, ...file.rulings, ...file.appeals].sort(
      (one, other) => one.seq - other.seq,
    );
    this.find("case-judge").replaceChildren(...(waits(file) ? this.whose(file) : []));
    this.find("file").replaceChildren(
      ...statements.map((entry) => ("outcome" in entry ? this.decision(entry) : this.statement(entry))),
      h(
        "a",
        { class: "keep tap", href: `/m/${this.match}/cases/${number}?as=${viewer}` },
        t("Case file, to print and to keep"),
      ),
      ...(this.recorded && waits(file)
        ? [h("a", { class: "keep tap record", href: `/m/${this.match}/cases/${number}/record` }, TO_RECORD)]
        : []),
    );
    this.chosen(number);
  }

  /** The facts before and after the play that a case disputes. @param {CaseFile} file @returns {[number, number]} */
  moments({ dispute }) {
    const seqs = dispute.evidence.map(({ seq }) => seq);
    if (!seqs.length) seqs.push(this.positions.answerBefore(dispute.seq));
    return [this.positions.actAround(Math.min(...seqs))[0], this.positions.actAround(Math.max(...seqs))[1]];
  }

  /** Shows the disputed play. */
  showMoments() {
    return this.file && this.positions.pair(...this.moments(this.file));
  }

  /** The judge of a case, and a button to change that. @param {CaseFile} file */
  whose({ number, judge }) {
    const isMine = judge === this.judge;
    const label = isMine ? t("Give it back") : judge ? t("Take it over") : t("Take it");
    const assignment = isMine
      ? t("Yours")
      : judge
        ? t("For the judge {judge}", { judge })
        : t("Nobody’s yet");
    return [
      assignment,
      " ",
      h(
        "button",
        {
          type: "button",
          class: "assign quiet",
          onclick: () => this.assign(number, isMine ? "" : this.judge),
        },
        label,
      ),
    ];
  }

  /** @param {number} number @param {string} judge */
  assign(number, judge) {
    return this.trouble(async () => {
      await post(
        `/api/v1/matches/${this.match}/disputes/${number}/assignment`,
        { judge },
        { viewer: "judge" },
      );
      await this.open(number);
      this.find("case-judge").querySelector("button")?.focus();
    });
  }

  /** @param {Statement} statement */
  statement({ seq, by, text, evidence, hidden }) {
    const party = partyName(by, this.players);
    const words = hidden
      ? h(
          "p",
          { class: "quiet" },
          t(
            "Hidden from you: what is said in a case may tell what players hold. Those at the table, judges and organizers read it.",
          ),
        )
      : h("blockquote", {}, text);
    return h(
      "section",
      { class: "notice stack tight", "data-seq": seq },
      h("h3", {}, t("{who}, fact {seq}", { who: party, seq })),
      words,
      this.exhibits(evidence),
    );
  }

  /** @param {Decision} decision */
  decision({ seq, judge, outcome, rules, text, seat, penalty, followed }) {
    return h(
      "section",
      { class: "decision notice stack tight", "data-seq": seq },
      h("h3", {}, t("{judge} rules: {outcome}", { judge, outcome: OUTCOMES[outcome] })),
      h("blockquote", {}, text),
      seat === null ? null : h("p", {}, t("{who} gets: {penalty}", { who: this.players[seat], penalty })),
      h(
        "ul",
        {},
        rules.map((rule) => h("li", {}, cite(rule.number, this.game, this.words), " ", rule.text)),
      ),
      followed.length ? h("h3", {}, t("What followed")) : null,
      this.exhibits(followed),
    );
  }

  /** @param {Exhibit[]} list */
  exhibits(list) {
    if (!list.length) return null;
    /** @param {Exhibit} exhibit */
    const item = ({ seq, text, left, hash }) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "link", onclick: () => this.go(seq) }, t("fact {seq}", { seq })),
        h("span", { class: left ? "left" : "" }, text, left ? ` (${t("on a line that was left")})` : null),
        h("code", { title: hash }, `${hash.slice(0, SHORT)}…`),
      );
    return h("ul", { class: "exhibits stack tight" }, list.map(item));
  }
}

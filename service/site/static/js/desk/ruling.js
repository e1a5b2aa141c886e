/** The form of a ruling: its outcome, its rules, what would follow from it, and a confirmation. */

/** @import { CaseSummary, Line, RewindPoint, RuleList, RulingPreview } from "../contract.d.ts" */
/** @import { Attempt, DeskData } from "../pages.d.ts" */
/** @import { Positions } from "./positions.js" */
/** @import { Ruling } from "./ruling-words.js" */
/** @import { Correction } from "./correction.js" */

import { get, getAll, post } from "../lib/api.js";
import { cite } from "../lib/cite.js";
import { h, queryAll } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { waits } from "./cases.js";
import { describeRuling, listAbandoned, listFacts } from "./ruling-words.js";

const DELAY = 250; // milliseconds between the last change and the preview
const FOLLOWED = new Set(["correction", "rewind", "result"]); // outcomes that change the match

export class RulingForm {
  /**
   * `positions` has the current match, `correction` the edited position; `rules` gets the texts of rules; `ruled(case)` is
   * called after a ruling; `judging()` returns whether the judge sees everything.
   * @param {(id: string) => any} find
   * @param {DeskData & {positions: Positions, correction: Correction, rules: Map<string, string>, judging: () => boolean, ruled: (number: number) => unknown, trouble: Attempt}} how
   */
  constructor(find, { match, game, players, words, positions, correction, rules, judging, ruled, trouble }) {
    this.find = find;
    this.match = match;
    this.game = game;
    this.players = players;
    this.words = words;
    this.positions = positions;
    this.correction = correction;
    this.rules = rules;
    this.judging = judging;
    this.ruled = ruled;
    this.trouble = trouble;
    /** @type {CaseSummary[]} */
    this.dockets = [];
    /** @type {RewindPoint[]} */
    this.moments = [];
    /** @type {string[]} */
    this.suggested = [];
    this.form = find("ruling");
    for (const each of queryAll("[name=outcome]")) each.addEventListener("change", () => this.fit());
    find("ruling-rules").addEventListener("input", () => this.cite());
    find("ruling-here").addEventListener("click", () => this.goBackTo(positions.seqs.left));
    find("ruling-to").addEventListener("change", () => this.preview());
    for (const each of queryAll("[name=winners]")) each.addEventListener("change", () => this.preview());
    this.form.addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.ask();
    });
    find("confirm-not").addEventListener("click", () => find("confirm").close());
    find("confirm-so").addEventListener("click", () => {
      find("confirm").close();
      this.rule();
    });
    this.fit();
  }

  /** Fetches the rules of the game, to be cited by their numbers. */
  async load() {
    /** @type {RuleList} */
    const rulebook = await get(`/api/v1/games/${this.game}/rules?lang=${document.documentElement.lang}`);
    const rules = rulebook.sections.flatMap((section) => section.rules);
    for (const { number, text } of rules) this.rules.set(number, text);
    this.find("rules").replaceChildren(
      ...rules.map(({ number, text }) => h("option", { value: number }, text.slice(0, 90))),
    );
  }

  /** Fetches the moments that a rewind can go back to: only these are offered. */
  async loadMoments() {
    const lang = document.documentElement.lang;
    const rewinds = await getAll(`/api/v1/matches/${this.match}/rewinds?lang=${lang}`, {
      viewer: "judge",
    });
    this.moments = rewinds.items;
    /** @param {RewindPoint} moment */
    const option = (moment) => h("option", { value: moment.seq }, t("Fact {seq}: {text}", moment));
    this.find("ruling-to").replaceChildren(...rewinds.items.map(option));
    this.find("ruling-to").value = rewinds.items.at(-1)?.seq ?? "";
  }

  /** Chooses the moment at fact `seq` to go back to, or the last one before it. @param {number} seq */
  goBackTo(seq) {
    const found = this.moments.findLast((moment) => moment.seq <= seq) ?? this.moments[0];
    if (!found) return;
    this.find("ruling-to").value = found.seq;
    this.find("ruling-found").textContent =
      found.seq === seq
        ? ""
        : t("Fact {seq} is no question. The question before it is fact {found}.", {
            seq,
            found: found.seq,
          });
    this.preview();
  }

  /** Suggests the rules of the act on the boards. @param {string[]} numbers */
  suggest(numbers) {
    this.suggested = numbers;
    /** @param {string} number */
    const chip = (number) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          title: this.rules.get(number),
          onclick: () => this.toggle(number),
        },
        number,
      );
    this.find("ruling-suggested").replaceChildren(...numbers.map(chip));
    this.cite();
  }

  /** Adds a rule to the cited ones, or removes it. @param {string} number */
  toggle(number) {
    const cited = this.cited();
    const others = cited.filter((each) => each !== number);
    this.find("ruling-rules").value = (others.length < cited.length ? others : [...cited, number]).join(", ");
    this.cite();
  }

  /**
   * Offers the cases open to a ruling, and selects the one with the open file.
   * @param {CaseSummary[]} dockets @param {number} chosen
   */
  offer(dockets, chosen) {
    this.dockets = dockets;
    const open = dockets.filter(waits);
    /** @param {CaseSummary} docket */
    const option = ({ number }) =>
      h("option", { value: number, selected: number === chosen }, t("Case {number}", { number }));
    this.find("ruling-case").replaceChildren(
      ...open.map(option),
      h("option", { value: "" }, t("a new case")),
    );
    this.fit();
  }

  get outcome() {
    return String(new FormData(this.form).get("outcome"));
  }

  /** Chooses an outcome by its number on the form. @param {number} number */
  choose(number) {
    const field = queryAll("[name=outcome]")[number - 1];
    if (!field) return;
    field.checked = true;
    field.focus();
    this.fit();
  }

  /** Shows the fields that belong to the outcome, and what would follow from it. */
  fit() {
    const { outcome } = this;
    for (const field of queryAll("[data-for]")) field.hidden = field.dataset.for !== outcome;
    this.find("bench").dataset.outcome = outcome;
    if (outcome === "correction") this.trouble(() => this.correction.start());
    if (outcome === "rewind" && this.moments.length) this.goBackTo(this.positions.seqs.left);
    else this.preview();
  }

  /** Shows the text of the cited rules. */
  cite() {
    /** @param {string} number */
    const item = (number) =>
      h("li", {}, cite(number, this.game, this.words), " ", this.rules.get(number) ?? "");
    this.find("ruling-cited").replaceChildren(
      ...this.cited()
        .filter((number) => this.rules.has(number))
        .map(item),
    );
    for (const chip of this.find("ruling-suggested").children)
      chip.setAttribute("aria-pressed", String(this.cited().includes(chip.textContent)));
  }

  /** @returns {string[]} */
  cited() {
    return this.find("ruling-rules")
      .value.split(/[\s,;]+/)
      .filter(Boolean);
  }

  /** The case that is ruled on; nothing for a new one. */
  get number() {
    return Number(this.find("ruling-case").value) || undefined;
  }

  /** The ruling as it is sent. @returns {Ruling} */
  body() {
    const form = new FormData(this.form);
    const outcome = /** @type {Ruling["outcome"]} */ (this.outcome);
    const fields = {
      note: () => ({}),
      penalty: () => ({ seat: Number(form.get("seat")), penalty: String(form.get("penalty")) }),
      correction: () => ({ position: this.correction.position }),
      rewind: () => ({ to: Number(form.get("to")) }),
      result: () => ({ winners: form.getAll("winners").map(Number) }),
    };
    return { outcome, rules: this.cited(), text: String(form.get("text")), ...fields[outcome]() };
  }

  /** Shows shortly what would follow, in words and on the last board, if the ruling changes the match. */
  preview() {
    clearTimeout(this.waiting);
    this.request = undefined;
    const { outcome } = this;
    const ready =
      this.judging() &&
      FOLLOWED.has(outcome) &&
      (outcome !== "correction" || this.correction.isChanged) &&
      (outcome !== "rewind" || this.moments.length > 0);
    if (ready) this.waiting = setTimeout(() => this.foresee(), DELAY);
    else {
      this.positions.forget();
      this.find("foreseen").replaceChildren(h("p", { class: "quiet" }, t("Nothing changes on the board.")));
    }
  }

  foresee() {
    const request = (this.request = {});
    return this.trouble(async () => {
      const body = this.body();
      const [rule = [...this.rules.keys()][0]] = [...body.rules, ...this.suggested];
      const preview = await this.fetch({ ...body, rules: [rule], text: body.text || "–" });
      if (request !== this.request) return; // of an earlier form
      const lines = preview.lines.slice(1); // the first one is the ruling itself
      this.find("foreseen").replaceChildren(...this.consequences(lines, body.to));
      this.positions.foresee({ ...preview.scene, reckoned: preview.reckoned });
    });
  }

  /** @param {Ruling} body @returns {Promise<RulingPreview>} */
  fetch(body) {
    const query = new URLSearchParams({
      lang: document.documentElement.lang,
      ...(this.number && { case: String(this.number) }),
    });
    return post(`/api/v1/matches/${this.match}/rulings/preview?${query}`, body, { viewer: "judge" });
  }

  /** The facts that would follow, and those that a rewind to fact `to` would leave. @param {Line[]} lines @param {number} [to] */
  consequences(lines, to) {
    const { last } = this.positions.replay;
    return [
      listFacts(lines),
      ...(to ? listAbandoned(to + 1, last, this.positions.sentences(to + 1, last)) : []),
    ];
  }

  /** Asks for a confirmation of the ruling, or shows its refusal. */
  ask() {
    return this.trouble(async () => {
      const body = this.body();
      const preview = await this.fetch(body);
      const { number, players } = this;
      const status = this.dockets.find((docket) => docket.number === number)?.status;
      const lines = describeRuling(body, { number, players, status }).map((line) => h("p", {}, line));
      this.find("confirm-told").replaceChildren(...lines, ...this.consequences(preview.lines, body.to));
      this.find("confirm").showModal();
      this.find("confirm-not").focus();
    });
  }

  /** Rules, on the case that was chosen or on a new one. */
  rule() {
    return this.trouble(async () => {
      const body = this.body();
      const seq = this.positions.replay.last;
      const number = this.number ?? (await this.opens(body));
      await post(`/api/v1/matches/${this.match}/disputes/${number}/rulings`, body, { viewer: "judge", seq });
      this.form.reset();
      this.correction.clear();
      this.cite();
      this.fit();
      await this.ruled(number);
    });
  }

  /** @param {Ruling} body @returns {Promise<number>} */
  async opens({ text }) {
    const dispute = await post(
      `/api/v1/matches/${this.match}/disputes`,
      { claim: text },
      { viewer: "judge" },
    );
    return dispute.case;
  }
}

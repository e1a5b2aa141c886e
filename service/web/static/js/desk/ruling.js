/** The ruling: what it rests on, what it brings about, and a look at that before it is made. */

import { get, post } from "../api.js";
import { h, say } from "../dom.js";
import { waits } from "./cases.js";
import { sentence } from "./positions.js";

export class RulingForm {
  /**
   * `positions` has the match as it stands; `foresee(scene, to)` shows a position that is none yet; `ruled(case)`
   * hears of a ruling.
   */
  constructor(find, { match, game, outcomes, words, positions, foresee, ruled, trouble }) {
    Object.assign(this, { find, match, game, words, positions, foresee, ruled, trouble, rules: new Map() });
    this.form = find("ruling");
    const option = (outcome) => h("option", { value: outcome }, words.desk.outcomes[outcome]);
    find("ruling-outcome").replaceChildren(...outcomes.map(option));
    find("ruling-outcome").addEventListener("change", () => this.fit());
    find("ruling-rules").addEventListener("input", () => this.cite());
    find("ruling-kind").addEventListener("change", () => this.put());
    find("ruling-here").addEventListener("click", () => (find("ruling-to").value = positions.seqs.left));
    find("preview").addEventListener("click", () => this.form.reportValidity() && this.preview());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.rule();
    });
    this.fit();
  }

  /** Fetches the rules of the game, to be cited by their numbers, and the kinds of facts that can correct it. */
  async load() {
    await Promise.all([this.loadRules(), this.loadKinds()]);
  }

  async loadRules() {
    const told = await get(`/games/${this.game}/rules?lang=${document.documentElement.lang}`);
    const rules = told.sections.flatMap((section) => section.rules);
    this.rules = new Map(rules.map((rule) => [rule.number, rule.text]));
    this.find("rules").replaceChildren(...rules.map(({ number, text }) => h("option", { value: number }, text.slice(0, 90))));
  }

  async loadKinds() {
    const { $defs: kinds } = await get(`/games/${this.game}/facts.schema.json`);
    const lines = Object.entries(kinds).flatMap(([name, { properties }]) => {
      const [type] = properties.type?.enum ?? [];
      const { type: _, ...fields } = properties;
      return type?.startsWith(`${this.game}.`) ? [[name, [type, ...Object.keys(fields).map((field) => `${field}=`)].join(" ")]] : [];
    });
    this.find("ruling-kind").append(...lines.sort().map(([name, line]) => h("option", { value: line }, name)));
  }

  /** Puts a line into the correction, whose values are still to be filled in. */
  put() {
    const [facts, kind] = [this.find("ruling-facts"), this.find("ruling-kind")];
    if (kind.value) facts.value = [facts.value.trimEnd(), kind.value].filter(Boolean).join("\n");
    kind.value = "";
    facts.focus();
  }

  /** Offers the cases that can be ruled on, the one whose file lies open first of all. */
  offer(dockets, chosen) {
    const { desk } = this.words;
    const open = dockets.filter(waits);
    const option = ({ number }) => h("option", { value: number, selected: number === chosen }, say(desk.case, { number }));
    this.find("ruling-case").replaceChildren(...open.map(option), h("option", { value: "" }, desk.newCase));
    this.fit();
  }

  /** Shows the fields that belong to the outcome. */
  fit() {
    const outcome = this.find("ruling-outcome").value;
    for (const field of this.form.querySelectorAll("[data-for]")) field.hidden = field.dataset.for !== outcome;
    this.find("foreseen").replaceChildren();
  }

  /** Tells what the rules say that are cited. */
  cite() {
    const item = (number) => h("li", {}, h("b", {}, number), " ", this.rules.get(number) ?? "");
    this.find("ruling-cited").replaceChildren(...this.cited().filter((number) => this.rules.has(number)).map(item));
  }

  cited() {
    return this.find("ruling-rules").value.split(/[\s,;]+/).filter(Boolean);
  }

  /** The ruling as it is sent. */
  body() {
    const told = new FormData(this.form);
    const outcome = told.get("outcome");
    const more = {
      note: () => ({}),
      penalty: () => ({ seat: Number(told.get("seat")), penalty: told.get("penalty") }),
      correction: () => ({ facts: told.get("facts").split("\n").map((line) => line.trim()).filter(Boolean) }),
      rewind: () => ({ to: Number(told.get("to")) }),
      result: () => ({ winners: told.getAll("winners").map(Number) }),
    };
    return { outcome, rules: this.cited(), text: told.get("text"), ...more[outcome]() };
  }

  /** Shows what would follow: the facts in sentences, what would be left, the position on the right. */
  preview() {
    return this.trouble(async () => {
      const lang = document.documentElement.lang;
      const body = this.body();
      const told = await post(`/matches/${this.match}/rulings/preview?lang=${lang}`, body, { viewer: "judge" });
      const follows = h("ol", { class: "sentences" }, told.lines.filter(({ text }) => text).map(sentence));
      this.find("foreseen").replaceChildren(follows, ...(body.to ? this.leaves(body.to) : []));
      await this.foresee({ ...told.scene, reckoned: told.reckoned }, body.to);
    });
  }

  /** Tells what a rewind to fact `to` would leave. */
  leaves(to) {
    const { desk } = this.words;
    const { last } = this.positions.film;
    const left = this.positions.told(to + 1, last);
    if (!left.length) return [h("p", {}, desk.leavesNothing)];
    return [
      h("p", {}, say(desk.leaves, { from: to + 1, to: last })),
      h("ol", { class: "sentences gone", tabindex: 0, "aria-label": say(desk.leaves, { from: to + 1, to: last }) }, left.map(sentence)),
    ];
  }

  /** Rules, on the case that was chosen or on a new one. */
  rule() {
    return this.trouble(async () => {
      const body = this.body();
      const seq = this.positions.film.last;
      const number = this.find("ruling-case").value || (await this.opens(body));
      await post(`/matches/${this.match}/disputes/${number}/rulings`, body, { viewer: "judge", seq });
      this.form.reset();
      this.cite();
      this.fit();
      await this.ruled(Number(number));
    });
  }

  async opens({ text }) {
    const told = await post(`/matches/${this.match}/disputes`, { claim: text }, { viewer: "judge" });
    return told.case;
  }
}

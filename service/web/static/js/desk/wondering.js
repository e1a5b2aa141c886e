/** What if: bots play on from a moment, and who wins how often then; at one moment, or along the whole match. */

import { get } from "../api.js";
import { bars, course, percent } from "../charts.js";
import { h, say } from "../dom.js";
import { lines } from "../stream.js";

export class Wondering {
  /** `positions` has the match, and on its left the moment to play on from; `go(seq)` shows a moment. */
  constructor(find, { match, players, words, viewer, positions, go, trouble }) {
    Object.assign(this, { find, match, players, words, viewer, positions, go });
    this.labels = new Map();
    const on = (form, button, doing) =>
      find(form).addEventListener("submit", (event) => {
        event.preventDefault();
        trouble(() => this.alone(find(button), doing));
      });
    on("whatif", "wonder", () => this.wonder());
    on("course-form", "chart", () => this.along());
  }

  /** Does one thing at a time; its button stops it meanwhile. */
  async alone(button, doing) {
    if (this.running) return this.running.abort();
    this.running = new AbortController();
    const label = button.textContent;
    button.textContent = this.words.desk.stop;
    try {
      await doing();
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    } finally {
      this.running = undefined;
      button.textContent = label;
    }
    return undefined;
  }

  get seq() {
    return this.positions.seqs.left;
  }

  /** Offers what else could have been answered at the moment on the left, in words. */
  async offer() {
    const seq = this.seq;
    const { question } = this.positions.film.at(seq);
    const single = question && question.most === 1 ? question.options : [];
    const lang = document.documentElement.lang;
    const told = single.length ? await get(`/m/${this.match}/question/${seq}?lang=${lang}`, { viewer: this.viewer() }) : { options: [] };
    if (seq !== this.seq) return;
    this.labels = new Map(told.options.map(({ pick, label }) => [pick, label]));
    const option = (pick) => h("option", { value: pick }, this.label(pick));
    this.find("instead").replaceChildren(h("option", { value: "" }, this.words.desk.every), ...single.map(option));
  }

  /** Plays on from the moment on the left. */
  async wonder() {
    const { desk } = this.words;
    const instead = this.find("instead").value;
    const told = await this.play(this.seq, instead ? [instead] : [], this.find("whatif-matches").value, this.find("progress"));
    const groups = told.continuations.map(({ picks, given, chances }) => ({
      title: this.answer(picks, given),
      given,
      rows: chances.map(({ seat, share }) => ({ name: this.players[seat], seat, share })),
    }));
    const list = told.continuations.map(({ picks, given, chances }) =>
      h("li", {}, h("b", {}, this.answer(picks, given)), h("ul", {}, chances.map(({ seat, share }) => h("li", {}, this.share(seat, share, told.matches))))),
    );
    this.find("chances").replaceChildren(bars(groups, desk.chances), this.numbers(list));
  }

  /** Plays on from several answers of the match, and draws how the chances went. */
  async along() {
    const { desk } = this.words;
    const film = this.positions.film;
    const wanted = Math.min(12, Number(this.find("moments").value));
    const points = [];
    const moments = await this.moments(wanted);
    if (!moments.length) throw new Error(desk.noQuestion);
    const progress = this.find("course-progress");
    for (const [n, { seq, instead }] of moments.entries()) {
      const told = await this.play(seq, [instead], this.find("course-matches").value, progress, n / moments.length, 1 / moments.length);
      points.push({ seq, matches: told.matches, chances: told.continuations.find(({ given }) => given).chances });
      const series = this.players.map((name, seat) => ({
        name,
        seat,
        points: points.map((point) => ({ seq: point.seq, ...point.chances[seat].share })),
      }));
      const list = points.map((point) =>
        h("li", {}, h("b", {}, say(desk.asOf, point)), h("ul", {}, point.chances.map(({ seat, share }) => h("li", {}, this.share(seat, share, point.matches))))),
      );
      this.find("course").replaceChildren(course(series, film.last, desk.course, this.go), this.numbers(list));
    }
    progress.value = 1;
  }

  /** Finds up to `wanted` moments, as far apart as can be, at which something else could have been answered. */
  async moments(wanted) {
    const film = this.positions.film;
    const answered = this.positions.moments.plies.slice(1).map((seq) => seq - 1);
    const open = answered.filter((seq) => {
      const { question } = film.at(seq);
      return question && question.most === 1 && question.options.length > 1;
    });
    const found = [];
    for (let n = 0; n < wanted && open.length; n++) {
      const seq = open[Math.round((n * (open.length - 1)) / Math.max(1, wanted - 1))];
      if (found.some((each) => each.seq === seq)) continue;
      const { facts } = await get(`/matches/${this.match}/facts?after=${seq}&limit=1`, { viewer: this.viewer() });
      const given = facts[0]?.event.picks;
      const instead = film.at(seq).question.options.find((pick) => pick !== given?.[0]);
      if (given && instead) found.push({ seq, instead });
    }
    return found;
  }

  /** Returns what came of it, having told on the way how far it is: from `base` on, `part` of the whole. */
  async play(seq, instead, matches, progress, base = 0, part = 1) {
    const query = new URLSearchParams({ matches, bots: this.find("bots").value });
    for (const pick of instead) query.append("instead", pick);
    let result;
    for await (const told of lines(`/matches/${this.match}/whatif/${seq}?${query}`, { viewer: this.viewer(), signal: this.running?.signal })) {
      if (told.type === "progress") progress.value = base + (part * told.played) / told.of;
      else if (told.type === "failed") throw new Error(told.detail);
      else result = told; // and read on to the end: only then may the next one begin
    }
    if (!result) throw new Error(this.words.desk.noQuestion);
    return result;
  }

  label(pick) {
    return this.labels.get(pick) ?? this.words.names[pick] ?? pick;
  }

  answer(picks, given) {
    const told = picks.map((pick) => this.label(pick)).join(", ") || this.words.ui.nothing;
    return say(given ? this.words.desk.given : this.words.desk.instead, { picks: told });
  }

  share(seat, { value, low, high }, matches) {
    return say(this.words.desk.share, { who: this.players[seat], share: percent(value), low: percent(low), high: percent(high), matches });
  }

  /** A chart's numbers, for those who do not see it or want to know exactly. */
  numbers(list) {
    return h("details", {}, h("summary", {}, this.words.desk.numbers), h("ul", { class: "numbers" }, list));
  }
}

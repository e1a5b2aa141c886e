/** A line that would have been better, played out on a board of its own: none of it has happened. */

import { get } from "../../lib/api.js";
import { all, find, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { Film } from "../../replay/replay.js";
import { looking, motion } from "../../replay/view.js";

const APIECE = { answered: (seq) => seq - 1 }; // each frame is an answer

export class PlayedLine {
  /** @type {any} The line that is shown, as a film; nothing before one was asked for. */
  film;
  /** The answers that are played on the board. */
  played = 0;

  /** `boards` draws the game of `page`; `players` are the names at the table, `viewer()` sees everything. */
  constructor(boards, page, { players, viewer }) {
    this.boards = boards;
    this.page = page;
    this.players = players;
    this.viewer = viewer;
    this.cards = boards.cards(page.catalogue);
    find("line-back").addEventListener("click", () => this.go(this.played - 1));
    find("line-forward").addEventListener("click", () => this.go(this.played + 1));
    find("played-line").addEventListener("keydown", (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (way) this.go(this.played + way);
    });
  }

  /** Has a line of the review played out, and shows the board after its first answer. */
  async open({ seq, seat, line, world }) {
    const query = new URLSearchParams({ lang: document.documentElement.lang, world });
    for (const { picks } of line) query.append("answer", picks.join(" "));
    const told = await get(`/api/v1/matches/${this.page.match}/review/${seq}/line?${query}`, {
      viewer: this.viewer(),
    });
    this.film = new Film({ ...told, items: told.frames, next: null });
    const steps = told.said.map((said, n) =>
      t("{who}: {said}", { who: this.players[line[n].seat], said: said || t("Nothing") }),
    );
    find("line-eyes").textContent = t(
      "As {who} could imagine it: hidden cards lie as they may have lain, not as they lay.",
      { who: this.players[seat] },
    );
    find("line-steps").replaceChildren(...[t("Before"), ...steps].map((told, n) => this.step(told, n)));
    if (!find("played-line").open) find("played-line").showModal();
    this.go(0);
    this.go(1);
  }

  step(told, n) {
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.go(n) }, told));
  }

  /** Shows the board after so many answers. */
  go(played) {
    const { film, page } = this;
    const [before, seq] = [this.played, played].map((answers) => film.first + answers);
    if (seq < film.first || seq > film.last) return;
    this.played = played;
    const { catalogue, words } = page;
    const scene = film.at(seq);
    const view = looking(film, APIECE, seq, {
      ...{ catalogue, cards: this.cards, words, flipped: false, reckoned: scene.reckoned },
      motion: motion(film, before, seq, 1),
    });
    this.boards.draw(find("line-board"), scene, view);
    find("line-told").textContent = this.boards.describe(scene, view);
    find("line-back").disabled = seq === film.first;
    find("line-forward").disabled = seq === film.last;
    for (const [n, step] of all("button", find("line-steps")).entries()) {
      step.ariaCurrent = n === played ? "step" : null;
      if (n === played) step.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
}

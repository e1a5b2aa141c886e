/** A line that would have been better, played out on a board of its own: none of it has happened. */

/** @import { Judged, PlayedLine } from "../../contract.d.ts" */
/** @import { Boards, MatchData } from "../../pages.d.ts" */

import { get } from "../../lib/api.js";
import { find, h, queryAll } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { Replay } from "../../replay/replay.js";
import { makeView, motion } from "../../replay/view.js";

/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1 };
const APIECE = { answered: (/** @type {number} */ seq) => seq - 1 }; // each frame is an answer

export class VariationBoard {
  /** @type {Replay} The line that is shown. Undefined before `open`. */
  replay = /** @type {any} */ (undefined);
  /** The seat whose answer the line replaces. */
  seat = 0;
  /** The answers that are played on the board. */
  answersShown = 0;

  /**
   * `boards` draws the game of `page`; `players` are the names at the table, `viewer()` sees everything.
   * @param {Boards} boards @param {MatchData} page @param {{players: string[], viewer: () => string}} options
   */
  constructor(boards, page, { players, viewer }) {
    this.boards = boards;
    this.page = page;
    this.players = players;
    this.viewer = viewer;
    this.cards = boards.cards(page.catalogue);
    find("line-back").addEventListener("click", () => this.go(this.answersShown - 1));
    find("line-forward").addEventListener("click", () => this.go(this.answersShown + 1));
    find("played-line").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const direction = KEYS[event.key];
      if (direction) this.go(this.answersShown + direction);
    });
  }

  /** Has a line of the review played out, and shows the board after its first answer. @param {Judged} judged */
  async open({ seq, seat, line, world }) {
    const query = new URLSearchParams({ lang: document.documentElement.lang, world: String(world) });
    for (const { picks } of line) query.append("answer", picks.join(" "));
    /** @type {PlayedLine} */
    const variation = await get(`/api/v1/matches/${this.page.match}/review/${seq}/line?${query}`, {
      viewer: this.viewer(),
    });
    this.seat = seat;
    this.replay = new Replay({ first: variation.first, items: variation.frames, next: null });
    const steps = variation.said.map((said, n) =>
      t("{who}: {said}", { who: this.players[line[n].seat], said: said || t("nothing") }),
    );
    find("line-eyes").textContent = t(
      "As {who} could imagine it: hidden cards lie as they may have lain, not as they lay.",
      { who: this.players[seat] },
    );
    find("line-steps").replaceChildren(...[t("Before"), ...steps].map((text, n) => this.step(text, n)));
    if (!find("played-line").open) find("played-line").showModal();
    this.go(0);
    this.go(1);
  }

  /** @param {string} text @param {number} n */
  step(text, n) {
    return h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => this.go(n) }, text));
  }

  /** Shows the board after so many answers. @param {number} answersShown */
  go(answersShown) {
    const { replay, page } = this;
    const [before, seq] = [this.answersShown, answersShown].map((answers) => replay.first + answers);
    if (seq < replay.first || seq > replay.last) return;
    this.answersShown = answersShown;
    const { catalogue, words } = page;
    const scene = replay.at(seq);
    const { teams = [] } = /** @type {{teams?: number[]}} */ (scene.board);
    const flipped = teams[this.seat] !== teams[page.seats[0] ?? 0]; // as the match itself lies
    const view = makeView(replay, APIECE, seq, {
      ...{ catalogue, cards: this.cards, words, flipped },
      motion: motion(replay, before, seq, 1),
    });
    this.boards.draw(find("line-board"), scene, view);
    find("line-told").textContent = this.boards.describe(scene, view);
    find("line-back").disabled = seq === replay.first;
    find("line-forward").disabled = seq === replay.last;
    for (const [n, step] of queryAll("button", find("line-steps")).entries()) {
      step.ariaCurrent = n === answersShown ? "step" : null;
      if (n === answersShown) step.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
}

/**
 * Lines in notation, which a scribe types beside the board or without a network. This page checks their brackets and the
 * numbers of their cards. The rules run at the service, which reads the lines once they are sent.
 */

/** @import { EntryQueue } from "../offline/entries.js" */
/** @import { QueueState } from "../offline/queue.js" */

import { find, h, keep } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @type {Record<string, string>} */
const HALVES = { ")": "(", "]": "[" };
/** @typedef {{sentence: string, rule?: string | null, trouble?: string}} Reason  why a line stopped the queue */

const CARD = /(?<![\p{L}\d])[A-Z]{3}\d{2}(?![\p{L}\d])/gu; // the number of a card with the code of its character

export class TypedLines {
  /**
   * Takes lines from the form `#typed` into `queue`, and shows what waits in `#waiting`. `catalogue` has the cards, and
   * `labels` the tapped answers in words, by the ids of their entries.
   * @param {{queue: EntryQueue, catalogue: any, labels: Map<string, string>}} options
   */
  constructor({ queue, catalogue, labels }) {
    this.queue = queue;
    this.labels = labels;
    this.cards = cardIds(catalogue);
    this.field = find("typed-line");
    find("typed").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.enter();
    });
    find("go-on").addEventListener("click", () => queue.follow(queue.state.last ?? 0));
    find("export").addEventListener("click", () => {
      keep(new Blob([queue.exportText()], { type: "text/plain" }), "entries.txt");
    });
  }

  /** Saves the typed line, unless this page finds a mistake in it. */
  async enter() {
    const line = this.field.value.trim();
    const mistake = line && findMistake(line, this.cards);
    find("typed-mistake").textContent = mistake;
    if (!line || mistake) return;
    this.field.value = ""; // at once, for the next line
    await this.queue.add({ line });
  }

  /**
   * Shows what waits and why.
   * @param {QueueState} state
   */
  show(state) {
    find("unchecked").hidden = state.status !== "away";
    find("diverged").hidden = state.status !== "diverged";
    find("export").hidden = !state.waiting || !["replaced", "diverged", "failed"].includes(state.status);
    const reason = state.refused ?? state.mistake;
    find("waiting").replaceChildren(
      ...this.queue.waiting.map((item, index) => this.#item(item, index === 0 && reason)),
    );
  }

  /**
   * A waiting line, with the reason against it if it is the one that stopped the queue.
   * @param {{id: string, line?: string, text?: string}} item @param {Reason | false | undefined} reason
   */
  #item({ id, line, text }, reason) {
    const typed = line ?? text;
    return h(
      "li",
      { class: reason && reason.trouble !== "incomplete" && "refused" },
      typed ? h("code", {}, typed) : (this.labels.get(id) ?? t("An entry by taps")),
      reason && h("p", {}, reason.rule ? `${reason.sentence} (${reason.rule})` : reason.sentence),
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => this.#correct(id, typed) },
        typed ? t("Correct") : t("Take out"),
      ),
    );
  }

  /** Takes a waiting line back into the field. @param {string} id @param {string | undefined} line */
  async #correct(id, line) {
    if (!(await this.queue.drop(id))) return;
    this.field.value = line ?? "";
    this.field.focus();
  }
}

/** Returns the first mistake in a line that needs no rules, empty without one. @param {string} line @param {Set<string>} cards */
export function findMistake(line, cards) {
  const open = [];
  for (const [index, sign] of [...line].entries()) {
    if (Object.values(HALVES).includes(sign)) open.push(sign);
    else if (sign in HALVES && open.pop() !== HALVES[sign])
      return t("Column {column}: {sign} closes nothing.", { column: index + 1, sign });
  }
  if (open.length) return t("{sign} is not closed.", { sign: open[0] });
  const unknown = (line.match(CARD) ?? []).find((card) => cards.size && !cards.has(card));
  return unknown ? t("This match has no card {card}.", { card: unknown }) : "";
}

/** Returns the numbers of the cards in a catalogue, none for a game whose cards have names alone. @param {unknown} catalogue */
export function cardIds(catalogue) {
  const ids = new Set();
  /** @param {unknown} part */
  const collect = (part) => {
    if (typeof part === "string" && part.match(CARD)?.[0] === part) ids.add(part);
    else if (part && typeof part === "object") Object.entries(part).flat().forEach(collect);
  };
  collect(catalogue);
  return ids;
}

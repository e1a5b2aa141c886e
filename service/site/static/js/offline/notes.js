/** The queue of a player's notes: each card that the player drew, tapped without a network too, and sent later. */

/** @import { QueueState } from "./queue.js" */
/** @import { Item } from "./store.js" */

import { find, query, queryAll, within } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Queue, readProblem } from "./queue.js";

const REFUSED = [400, 403, 404, 409, 413, 422]; // the service takes the note in no case: the player looks again

export class NoteQueue extends Queue {
  /**
   * The queue of the notes in `match`, from the forms with `data-note`.
   * @param {string} match
   */
  constructor(match) {
    super(`notes ${match}`, (state) => this.#show(state));
    this.path = `/api/v1/matches/${match}/notes`;
    this.refusal = "";
    document.addEventListener("submit", (event) => this.#note(event));
    document.addEventListener("change", () => this.#showDecks());
  }

  /** Shows the notes that wait in the cards that the page has loaded again. */
  showAgain() {
    this.#show(this.state);
  }

  /** Saves the tapped card, and goes on to the next place without a note. @param {SubmitEvent} event */
  async #note(event) {
    const form = within(event, "form[data-note]");
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!form || !button) return;
    event.preventDefault();
    const [fact, index] = form.elements.place.value.split("-").map(Number);
    const seat = Number(form.elements.seat.value);
    this.refusal = "";
    await this.add({ note: { seat, fact, index, card: button.value }, name: button.textContent });
  }

  async deliver() {
    const [item] = this.items;
    const { note } = item.content;
    const options = {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Accept-Language": document.documentElement.lang,
        "Idempotency-Key": item.id,
        "X-CSRF-Token": query('meta[name="csrf-token"]').content,
        "X-Viewer": `seat-${note.seat}`,
      },
      body: JSON.stringify(note),
    };
    const { response, body } = await this.request(this.path, options, REFUSED);
    if (!response.ok) this.refusal = readProblem(response, body).detail ?? response.statusText;
    await this.settle([item], this.memory);
  }

  /** @param {QueueState} state */
  #show({ status, items, problem }) {
    for (const { content } of items) markNoted(content);
    this.#showDecks();
    const line = find("noted");
    if (!line) return;
    const isAway = status === "away" && items.length > 0;
    line.textContent =
      problem?.message ||
      this.refusal ||
      (isAway ? t("Your notes are saved in this browser, and are sent as soon as there is a network.") : "");
    line.hidden = !line.textContent;
  }

  /** Shows the cards of the deck of the chosen place. */
  #showDecks() {
    for (const form of queryAll("form[data-note]")) {
      const { deck } = form.elements.place.selectedOptions[0].dataset;
      for (const prints of queryAll(".prints", form)) prints.hidden = prints.dataset.deck !== deck;
    }
  }
}

/** Shows a card that waits as noted, and chooses the next place. @param {Item["content"]} content */
function markNoted({ note, name }) {
  const form = find(`cards-${note.seat}`)?.querySelector("form[data-note]");
  const option = form?.querySelector(`option[value="${note.fact}-${note.index}"]`);
  if (!option || option.dataset.noted === note.card) return;
  option.textContent = `${option.textContent.split(". ")[0]}. ${name}`;
  option.dataset.noted = note.card;
  form.querySelector(`button[value="${note.card}"]`).classList.add("noted");
  const next = form.querySelector("option:not([data-noted])");
  if (next && option.selected) form.elements.place.value = next.value;
}

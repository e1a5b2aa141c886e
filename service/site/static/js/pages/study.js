/** Sets up a position on the board, in the fields next to it, or as text. The service validates it. */

/** @import { Edit } from "../faces/game/editor.d.ts" */
/** @import { LaidPosition } from "../pages.d.ts" */

import { post, refusal } from "../lib/api.js";
import { refused } from "../lib/cite.js";
import * as boards from "../faces/game/board.js";
import { opensStudy } from "../lib/seating.js";
import { data, find, h, within } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { PositionEditor } from "../study/editor.js";
import * as editor from "../faces/game/editor.js";

const page = data("page");
const { game, catalogue, words, cards } = page;

class StudyPage {
  /** @type {LaidPosition[]} The positions before the one that is shown. */
  past = [];
  /** @type {LaidPosition[]} Those that were undone. */
  undone = [];
  /** @type {LaidPosition | undefined} The position as the service laid it out; nothing at first. */
  laid;
  /** @type {Promise<unknown>} The last change that was asked for. */
  queue = Promise.resolve();

  constructor() {
    const change = (/** @type {Edit[]} */ edits) => this.edit(edits);
    this.board = new PositionEditor(find, {
      boards,
      editor,
      catalogue,
      words,
      change,
    });
  }

  /** Shows a position as the service laid it out. @param {LaidPosition} position */
  show(position) {
    if (this.laid && position.position !== this.laid.position) {
      this.past.push(this.laid);
      this.undone = [];
    }
    this.put(position);
  }

  /** @param {LaidPosition} position */
  put(position) {
    this.laid = position;
    find("position").value = position.position;
    const { trouble, rule } = position;
    find("readiness").replaceChildren(
      ...(trouble
        ? [t("Not possible yet:"), " ", ...refused({ message: trouble, rule }, game, words)]
        : [t("A match can go on from here.")]),
    );
    find("readiness").className = trouble ? "unready" : "ready";
    for (const each of [find("play"), find("open").querySelector("button")])
      if (each) each.disabled = Boolean(trouble);
    find("undo").disabled = !this.past.length;
    find("redo").disabled = !this.undone.length;
    const seat = find("open").elements.seat;
    const before = seat.value;
    /** @param {string} name @param {number} value */
    const option = (name, value) => h("option", { value, selected: String(value) === before }, name);
    seat.replaceChildren(...editor.seats(position.scene.board, words, position.seats).map(option));
    history.replaceState(null, "", `#${new URLSearchParams({ position: position.position })}`);
    this.board.show(position);
  }

  /** Takes the last change back. */
  undo() {
    const former = this.past.pop();
    if (!former || !this.laid) return;
    this.undone.push(this.laid);
    this.put(former);
  }

  /** Makes the last change again that was taken back. */
  redo() {
    const undone = this.undone.pop();
    if (!undone || !this.laid) return;
    this.past.push(this.laid);
    this.put(undone);
  }

  /**
   * Applies edits to the position one after the other. A refused edit shows an error and changes nothing.
   * @param {Edit[]} edits
   */
  edit(edits) {
    const change = () => {
      const position = this.laid?.position;
      return this.ask("/study/position", { position, edits, cards }, find("edit-trouble"));
    };
    this.queue = this.queue.then(change);
  }

  /**
   * Requests a position from the service and shows it. Returns whether it is valid, and shows the error otherwise.
   * @type {(path: string, body: object, errorElement: Element) => Promise<boolean>}
   */
  async ask(path, body, errorElement) {
    for (const each of ["edit-trouble", "position-trouble", "start-trouble"]) find(each).textContent = "";
    try {
      this.show(await post(path, body));
      return true;
    } catch (problem) {
      errorElement.textContent = refusal(problem);
      if (this.laid) this.board.draw();
      return false;
    }
  }

  /** Lays out a fresh match, as the form says. */
  start() {
    const form = find("start");
    const fields = [...new FormData(form)].filter(([name]) => name !== "seats");
    const body = {
      game,
      cards,
      seats: Number(form.elements.seats.value),
      fields,
    };
    return this.ask("/study/start", body, find("start-trouble"));
  }

  /** Reads the position that is written down. */
  read() {
    const position = find("position").value.trim();
    return this.ask("/study/position", { position, cards }, find("position-trouble"));
  }
}

const study = new StudyPage();

/** Shows the fields of as many seats as there are. */
function seated() {
  const seats = Number(find("start").elements.seats.value);
  for (const seat of find("start").querySelectorAll("[data-seat]"))
    seat.hidden = Number(seat.dataset.seat) >= seats;
}

seated();
find("start").elements.seats.addEventListener("change", seated);
find("start").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  study.board.clear();
  study.start();
});
find("cards")?.addEventListener("change", (/** @type {{target: HTMLSelectElement}} */ { target }) =>
  location.assign(`?${new URLSearchParams({ game, cards: target.value })}`),
);
find("undo").addEventListener("click", () => study.undo());
find("redo").addEventListener("click", () => study.redo());
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
  if (within(event, "textarea, input")) return;
  event.preventDefault();
  event.shiftKey ? study.redo() : study.undo();
});
find("play")?.addEventListener("click", () => find("opening").showModal());
find("stay").addEventListener("click", () => find("opening").close());
find("read").addEventListener("click", () => study.read());
find("conceal").addEventListener("click", () =>
  study.ask(
    "/study/position",
    { position: find("position").value.trim(), cards, concealed: true },
    find("position-trouble"),
  ),
);
find("note")?.addEventListener("click", async () => {
  const { match, number, viewer } = page.case;
  const address = `/api/v1/matches/${match}/disputes/${number}/positions`;
  try {
    await post(address, { position: find("position").value.trim() }, { viewer });
    location.assign(
      viewer === "judge" ? `/m/${match}/desk?case=${number}` : `/m/${match}/cases/${number}?as=${viewer}`,
    );
  } catch (problem) {
    find("position-trouble").textContent = refusal(problem);
  }
});

/** @param {string} text */
async function copy(text) {
  find("position").select();
  await navigator.clipboard?.writeText(text);
  find("copied").textContent = navigator.clipboard
    ? t("Copied.")
    : t("Copy it by hand, from the field or from the address of the page.");
}
find("copy").addEventListener("click", () => copy(find("position").value));
find("link").addEventListener("click", () => copy(location.href));
opensStudy(find("open"), "/study", find("open-trouble"), () => ({
  position: find("position").value.trim(),
  cards,
}));

const linked = new URLSearchParams(location.hash.slice(1)).get("position") ?? "";
find("position").value = linked;
if (!(linked.startsWith(game) && (await study.read()))) await study.start();
document.body.dataset.ready = "true";

/** Sets up a position: on the board, in the fields beside it, or as text. Whether it is one, the service says. */

import { post, refusal } from "../lib/api.js";
import * as boards from "../boards/game.js";
import { opensStudy } from "../lib/seating.js";
import { data, find, h } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { PositionEditor } from "../study/editor.js";
import * as editor from "../study/game.js";

const page = data("page");
const { game, catalogue, words, cards } = page;

let laid;
const board = new PositionEditor(find, { boards, editor, catalogue, words, change: edit });

/** Shows a position as the service laid it out. */
function show(told) {
  laid = told;
  find("position").value = told.position;
  find("readiness").textContent = told.trouble
    ? say(words.study.unready, { why: refusal({ message: told.trouble, rule: told.rule }) })
    : words.study.ready;
  find("readiness").className = told.trouble ? "unready" : "ready";
  find("open").querySelector("button").disabled = Boolean(told.trouble);
  const seat = find("open").elements.seat;
  const before = seat.value;
  seat.replaceChildren(
    ...editor
      .seats(told.scene.board, words)
      .map((name, value) => h("option", { value, selected: String(value) === before }, name)),
  );
  history.replaceState(null, "", `#${new URLSearchParams({ position: told.position })}`);
  board.show(laid);
}

/** @type {Promise<unknown>} */
let done = Promise.resolve();

/** Has words of the position changed, one change after the other; what cannot be is told, and nothing changes. */
function edit(edits) {
  const change = () =>
    asks("/study/position", { position: laid.position, edits, cards }, find("edit-trouble"));
  done = done.then(change);
}

async function asks(path, body, trouble) {
  for (const each of ["edit-trouble", "position-trouble", "start-trouble"]) find(each).textContent = "";
  try {
    show(await post(path, body));
    return true;
  } catch (problem) {
    trouble.textContent = refusal(problem);
    if (laid) board.draw();
    return false;
  }
}

/** What the form says that a fresh match is laid out with. */
function begun() {
  const fields = [...new FormData(find("start"))].filter(([name]) => name !== "seats");
  return { game, cards, seats: Number(find("start").elements.seats.value), fields };
}

/** Shows the fields of as many seats as there are. */
function seated() {
  const seats = Number(find("start").elements.seats.value);
  for (const seat of find("start").querySelectorAll("[data-seat]"))
    seat.hidden = Number(seat.dataset.seat) >= seats;
}

const fresh = () => asks("/study/start", begun(), find("start-trouble"));
const read = () =>
  asks("/study/position", { position: find("position").value.trim(), cards }, find("position-trouble"));

seated();
find("start").elements.seats.addEventListener("change", seated);
find("start").addEventListener("submit", (event) => {
  event.preventDefault();
  board.clear();
  fresh();
});
find("cards")?.addEventListener("change", ({ target }) =>
  location.assign(`?${new URLSearchParams({ game, cards: target.value })}`),
);
find("read").addEventListener("click", read);

async function copy(text) {
  find("position").select();
  await navigator.clipboard?.writeText(text);
  find("copied").textContent = navigator.clipboard ? words.study.copied : words.study.byHand;
}
find("copy").addEventListener("click", () => copy(find("position").value));
find("link").addEventListener("click", () => copy(location.href));
opensStudy(find("open"), "/study", find("open-trouble"), () => ({
  position: find("position").value.trim(),
  cards,
}));

const linked = new URLSearchParams(location.hash.slice(1)).get("position") ?? "";
find("position").value = linked;
if (!(linked.startsWith(game) && (await read()))) await fresh();
document.body.dataset.ready = "true";

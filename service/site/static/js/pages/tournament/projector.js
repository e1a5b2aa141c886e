/** The projector page, which turns its leaves and shows new results. Both can be paused. */

import { follow, tick } from "../../tournament/live.js";
import { data, find, queryAll } from "../../lib/dom.js";

const LEAF = 12_000; // milliseconds that a leaf is shown
const SOON = 400; // milliseconds in which facts are shown together
const page = data("data");
let at = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let turning = setInterval(() => turn(1), LEAF);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** @param {number} by */
function turn(by) {
  const leaves = queryAll(".leaf");
  at = (at + by + leaves.length) % leaves.length;
  leaves.forEach((leaf, index) => leaf.classList.toggle("current", index === at));
  find("which").textContent = `${at + 1} / ${leaves.length}`;
}

/** Turns by hand, and then gives the leaf its whole time. @param {number} by */
function turnTo(by) {
  turn(by);
  if (turning) hold(false);
}

/** @param {boolean} isHeld */
function hold(isHeld) {
  clearInterval(turning);
  turning = isHeld ? undefined : setInterval(() => turn(1), LEAF);
  find("pause").setAttribute("aria-pressed", String(isHeld));
}

/** Replaces the page by its current state on the same leaf. */
async function renew() {
  const reply = await fetch(location.href);
  if (!reply.ok) return;
  const newPage = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const selector of ["#leaves", ".top"])
    document.querySelector(selector)?.replaceWith(newPage.querySelector(selector) ?? "");
  turn(0);
}

find("back").addEventListener("click", () => turnTo(-1));
find("further").addEventListener("click", () => turnTo(1));
find("pause").addEventListener("click", () => hold(Boolean(turning)));
addEventListener("keydown", ({ key, target }) => {
  if (target instanceof Element && target.closest(".bracket")) return; // there they scroll
  if (key === "ArrowLeft") turnTo(-1);
  if (key === "ArrowRight") turnTo(1);
});
document.body.classList.add("turned");
queryAll(".turning")[0].hidden = false;
turn(0);
tick();
if (!page.over)
  follow(page, () => {
    clearTimeout(soon);
    soon = setTimeout(renew, SOON);
  });

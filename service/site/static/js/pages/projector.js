/** The page for the projector: turns its leaves, and shows what becomes known; both can be held. */

import { follow, tick } from "../tournament/live.js";
import { all, data, find } from "../lib/dom.js";

const LEAF = 12_000; // milliseconds that a leaf is shown
const SOON = 400; // milliseconds in which facts that come together are shown together
const page = data("data");
let at = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let turning = setInterval(() => turn(1), LEAF);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

function turn(by) {
  const leaves = all(".leaf");
  at = (at + by + leaves.length) % leaves.length;
  leaves.forEach((leaf, place) => leaf.classList.toggle("current", place === at));
  find("which").textContent = `${at + 1} / ${leaves.length}`;
}

/** Turns by hand, and then gives the leaf its whole time. */
function turnTo(by) {
  turn(by);
  if (turning) hold(false);
}

function hold(held) {
  clearInterval(turning);
  turning = held ? undefined : setInterval(() => turn(1), LEAF);
  find("pause").setAttribute("aria-pressed", String(held));
}

/** Puts the page as it is now in the place of what is shown; the leaf stays the same. */
async function renew() {
  const reply = await fetch(location.href);
  if (!reply.ok) return;
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const place of ["#leaves", ".top"])
    document.querySelector(place)?.replaceWith(fresh.querySelector(place) ?? "");
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
all(".turning")[0].hidden = false;
turn(0);
tick();
if (!page.over)
  follow(page, () => {
    clearTimeout(soon);
    soon = setTimeout(renew, SOON);
  });

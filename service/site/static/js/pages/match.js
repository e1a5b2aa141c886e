/** The page of a match: the actions of its buttons and keys, and the connection to the service. */

/** @import { Actions } from "../replay/keys.js" */
/** @import { MatchData } from "../pages.d.ts" */

import "../lib/crash-notice.js";
import * as boards from "../faces/game/board.js";
import { listen, LostLine } from "../lib/api.js";
import { data, find, queryAll } from "../lib/dom.js";
import { revealNonces } from "../lib/reveals.js";
import { read } from "../match/address.js";
import { emit, on } from "../match/events.js";
import { MatchPage } from "../match/page.js";
import { sounds } from "../match/sounds.js";
import { playing } from "../match/states.js";
import { toolsMenu } from "../match/tools-menu.js";
import { keys } from "../replay/keys.js";

// Parts of the page that need nothing from here.
import "../match/panels/tabs.js";
import "../match/panels/commentaries.js";
import "../match/panels/disputes.js";
import "../match/panels/afterwards.js";
import "../match/panels/fork-dialog.js";
import "../match/panels/agreements.js";
import "../match/panels/seats.js";
import "../match/panels/presence.js";
import "../match/panels/talk.js";
import "../match/panels/calls.js";
import "../match/panels/summary.js";
import "../match/panels/symbols.js";

/** @typedef {{target: HTMLInputElement}} Changed  an event of a field */

/** @type {MatchData} */
const pageData = data("page");
const view = read();
const viewers = [...find("viewer").options]
  .filter((option) => !option.disabled)
  .map((option) => option.value);
const page = new MatchPage(pageData, boards, {
  viewer: viewers.find((name) => name === view.viewer) ?? pageData.viewer,
  flipped: view.flipped,
  spoilerFree: view.spoilerFree,
});
const { eyes, live, playback } = page;

/** @type {Actions} */
const actions = {
  step: (direction) => page.go(page.state.seq + direction),
  answer: (direction) => page.jump("plies", direction),
  turn: (direction) => page.jump("turns", direction),
  round: (direction) => page.jump(live.moments.rounds.length > 1 ? "rounds" : "turns", direction),
  first: () => page.go(live.first),
  last: () => page.end(),
  play: () => page.scrubber.toggle(),
  skip: () => playing(page.state) && playback.skip(),
  flip: () => page.flip(),
  help: () => find("help").showModal(),
};

find("viewer").value = eyes.viewer;
find("viewer").addEventListener("change", (/** @type {Changed} */ event) => page.look(event.target.value));
find("flip").addEventListener("click", actions.flip);
find("quiet").checked = eyes.spoilerFree;
find("quiet").addEventListener("change", (/** @type {Changed} */ event) =>
  page.hideLater(event.target.checked),
);
find("playing").value = playback.pace;
find("playing").addEventListener(
  "change",
  (/** @type {Changed} */ event) => (playback.pace = event.target.value),
);
find("golive").addEventListener("click", () => {
  page.happens("wentLive");
  find("question").focus({ preventScroll: true }); // the button is gone
});
find("keys").addEventListener("click", actions.help);
toolsMenu(find("tools"), find("more"), "(max-width: 112rem)");
for (const close of queryAll("dialog [data-close]")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
sounds(boards);
keys(actions);
on("go", (seq) => page.go(seq));
on("compared", (comparisons) => page.compare(comparisons));
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof LostLine)) return;
  event.preventDefault();
  page.happens("lost");
});

on("table", async ({ reveals }) => {
  if (await revealNonces(pageData.match, reveals)) page.show();
});
await revealNonces(pageData.match, pageData.reveals); // the board is dealt before it is drawn
await page.load(view.seq);
find("possible").addEventListener("click", () => page.explanations.showAlternatives(page.state.seq));
for (const name of ["passing", "share-open"]) find(name).addEventListener("click", () => page.share.open());
document.body.dataset.ready = "true";
if (!view.seq && !view.viewer) await page.turn();
const { plies, study } = { ...live.moments, ...live.replay.at(live.last) };
if (!view.seq && study && pageData.seats.length && plies.length > 1 && !live.moments.lastOf(pageData.seats))
  page.happens("again", { seq: plies[1] - 1 }); // what bots did in a study before its player had a choice
if (page.state.line !== "over" || pageData.seats.length) {
  listen(
    pageData.match,
    () => live.last,
    (seq) => page.update(seq),
    (connected) => {
      const back = connected && page.state.line === "lost";
      page.happens(connected ? "found" : "lost");
      if (back) page.show(); // questions that could not be fetched meanwhile
    },
    (kind, content) => emit(kind, content),
  );
}

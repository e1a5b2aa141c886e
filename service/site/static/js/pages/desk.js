/** The judge's desk: wires the papers on it. What is hidden is fetched only after the judge asked for it. */

import { get, refusal } from "../lib/api.js";
import * as boards from "../boards/game.js";
import { Cases } from "../desk/cases.js";
import { Correction } from "../desk/correction.js";
import { Positions } from "../desk/positions.js";
import { RecordState } from "../desk/record.js";
import { RulingForm } from "../desk/ruling.js";
import { WhatIf } from "../desk/what-if.js";
import { data, find } from "../lib/dom.js";
import { Film } from "../replay/film.js";
import { narration } from "../replay/narration.js";
import * as editor from "../study/game.js";
import { Why } from "../replay/why.js";

const page = data("page");
const { match, game, players, words } = page;
const address = new URLSearchParams(location.search);

const PUBLIC = "spectator";
const JUDGE = "judge";
const FOR_JUDGES = ["preview", "rule", "wonder", "chart"];

let eyes = PUBLIC;
const viewer = () => eyes;

/** Does something, and tells in words what refused it. */
async function trouble(doing) {
  find("trouble").textContent = "";
  document.body.dataset.busy = "true";
  try {
    await doing();
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
    find("trouble").scrollIntoView({ block: "nearest" });
  } finally {
    delete document.body.dataset.busy;
  }
}

const judging = () => eyes === JUDGE;
const why = new Why(find("why"), { match, game, viewer, words, go: (seq) => go(seq) });
const positions = new Positions(find, boards, {
  ...page,
  viewer,
  moved: (side) => side === "left" && whatIf.offer(),
  why: (seq) => why.of(seq),
});
const shown = () => find("positions").scrollIntoView({ block: "nearest" });
const go = (seq) => positions.around(seq).then(shown);
const correction = new Correction(find, { ...page, boards, editor, judging, trouble });
const ruling = new RulingForm(find, { ...page, positions, correction, foresee, ruled, trouble });
const cases = new Cases(find, {
  ...page,
  viewer,
  positions,
  go,
  shown,
  trouble,
  chosen: (number) => ruling.offer(cases.dockets, number),
});
const record = new RecordState(find, { match, words, viewer, trouble });
const whatIf = new WhatIf(find, { match, players, words, viewer, positions, go, trouble });

/** Fetches the match with the eyes that look, and puts everything on the desk again. */
async function load() {
  const reel = (after) => get(`/matches/${match}/frames?after=${after}`, { viewer: eyes });
  const film = await Film.whole(reel);
  const story = await narration(match, eyes);
  correction.clear();
  await Promise.all([
    positions.show(film, story.lines),
    record.load(),
    judging() ? ruling.loadMoments() : undefined,
  ]);
  await cases.load();
  await whatIf.offer();
  for (const id of FOR_JUDGES) find(id).disabled = !judging();
  const seen = page.over ? words.desk.seenAfter : words.desk.seen;
  find("seen").textContent = judging() ? seen : words.desk.public;
  find("look").textContent = judging() ? words.desk.looks.public : words.desk.looks.judge;
  find("eyes").classList.toggle("judge", judging());
}

/** Shows what a ruling would lead to, on the right, beside the match as it stands. */
async function foresee(scene) {
  await positions.foresee(scene);
  find("right-told").textContent = words.desk.outcomes[find("ruling-outcome").value];
}

async function ruled(number) {
  cases.number = number;
  await load();
  await positions.go("right", positions.film.last);
}

find("look").addEventListener("click", () =>
  trouble(async () => {
    eyes = eyes === JUDGE ? PUBLIC : JUDGE;
    find("evidence").replaceChildren();
    await load();
  }),
);

await trouble(async () => {
  cases.number = Number(address.get("case"));
  await ruling.load();
  await load();
  const { last } = positions.film;
  if (address.has("left"))
    await positions.pair(Number(address.get("left")), Number(address.get("right")) || last);
  else if (!cases.file) await positions.pair(last, last);
  else if (address.has("case")) await cases.bothMoments();
  else await positions.pair(...cases.moments());
});
document.body.dataset.ready = "true";

/** The judge's desk: wires the papers on it. What is hidden is fetched only after the judge asked for it. */

import { get } from "./api.js";
import { Cases } from "./desk/cases.js";
import { Positions } from "./desk/positions.js";
import { RecordState } from "./desk/record.js";
import { RulingForm } from "./desk/ruling.js";
import { Wondering } from "./desk/wondering.js";
import { Film } from "./film.js";

const page = JSON.parse(document.getElementById("page").textContent);
const { match, game, players, words } = page;
const find = (id) => document.getElementById(id);
const address = new URLSearchParams(location.search);
const boards = await import(`./boards/${game}.js`);

let eyes = "spectator";
let film;
const viewer = () => eyes;

/** Does something, and tells in words what refused it. */
async function trouble(doing) {
  find("trouble").textContent = "";
  document.body.dataset.busy = "true";
  try {
    await doing();
  } catch (problem) {
    find("trouble").textContent = problem.rule ? `${problem.message} (${problem.rule})` : problem.message;
    find("trouble").scrollIntoView({ block: "nearest" });
  } finally {
    delete document.body.dataset.busy;
  }
}

const positions = new Positions(find, boards, { ...page, viewer });
const go = (seq) => positions.go("right", seq).then(() => find("right-seq").scrollIntoView({ block: "nearest" }));
const ruling = new RulingForm(find, { ...page, film: () => film, foresee, ruled, trouble });
const cases = new Cases(find, { match, players, words, viewer, go, chosen: (number) => ruling.offer(cases.dockets, number) });
const record = new RecordState(find, { match, words, viewer, trouble });
const wondering = new Wondering(find, { match, players, words, viewer, seq: () => positions.seqs.left, film: () => film, go, trouble });

/** Fetches the match with the eyes that look, and puts everything on the desk again. */
async function load() {
  const reel = (after) => get(`/matches/${match}/frames?after=${after}`, { viewer: eyes });
  let told = await reel(0);
  film = new Film(told);
  while (told.next) {
    told = await reel(told.next);
    film.add(told.frames);
  }
  const lang = document.documentElement.lang;
  const story = await get(`/matches/${match}/narration?lang=${lang}`, { viewer: eyes });
  await Promise.all([positions.show(film, story.lines), cases.load(), record.load()]);
  wondering.offer();
  for (const id of ["preview", "rule", "wonder", "chart"]) find(id).disabled = eyes !== "judge";
  const seen = page.over ? words.desk.seenAfter : words.desk.seen;
  find("seen").textContent = eyes === "judge" ? seen : words.desk.public;
  find("eyes").classList.toggle("judge", eyes === "judge");
  find("look").hidden = eyes === "judge";
}

/** Shows what a ruling would lead to, on the right, beside the match as it stands; a rewind goes back to fact `to`. */
async function foresee(scene, to = film.last) {
  positions.draw("left", film.last);
  await positions.go("right", to);
  positions.paint("right", scene);
  find("right-told").textContent = words.desk.outcomes[find("ruling-outcome").value];
}

async function ruled(number) {
  cases.number = number;
  await load();
  await positions.go("right", film.last);
}

find("look").addEventListener("click", () =>
  trouble(async () => {
    eyes = "judge";
    await load();
  }),
);
find("left-seq").addEventListener("change", () => wondering.offer());
for (const step of document.querySelectorAll('[data-side="left"]')) step.addEventListener("click", () => wondering.offer());

await trouble(async () => {
  await ruling.load();
  await load();
  positions.draw("left", Number(address.get("left")) || film.last);
  await positions.go("right", Number(address.get("right")) || film.last);
  wondering.offer();
});
document.body.dataset.ready = "true";

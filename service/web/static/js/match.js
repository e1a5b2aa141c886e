/** The page of a match: the board, the story, the scrubber, the open question, live while it goes on. */

import { get, listen, post } from "./api.js";
import * as arena from "./boards/arena.js";
import * as villainous from "./boards/villainous.js";
import { Film } from "./film.js";
import { keys } from "./keys.js";
import { Question } from "./question.js";
import { Scrubber } from "./scrubber.js";
import { headings, Story } from "./story.js";
import { say } from "./dom.js";
import { Why } from "./why.js";

const BOARDS = { arena, villainous };

const page = JSON.parse(document.getElementById("page").textContent);
const { match, game, words, catalogue } = page;
const boards = BOARDS[game];
const find = (id) => document.getElementById(id);
const address = new URLSearchParams(location.search);

const state = {
  viewer: address.get("as") ?? page.viewer,
  seq: Number(address.get("seq")) || 0,
  flipped: address.has("flip"),
  spoilerFree: address.has("quiet"),
  connected: true,
};
const cards = new Map((catalogue.villains ?? []).flatMap((v) => [...v.villain, ...v.fate]).map((card) => [card.id, card]));

let film;
let opened = new Set();
let plies = [];
let turns = [];
let rounds = [];

const why = new Why(find("why"), { match, viewer: () => state.viewer, words, go });
const story = new Story(find("story"), { go, why: (seq) => why.of(seq), words });
const scrubber = new Scrubber(find("scrubber"), { go, words });
const question = new Question(find("question"), { answer, words });
const heading = headings(words);

// -- fetching

async function load() {
  const reel = await get(`/matches/${match}/frames?after=0`, { viewer: state.viewer });
  film = new Film(reel);
  for (let next = reel.next; next; ) {
    const more = await get(`/matches/${match}/frames?after=${next}`, { viewer: state.viewer });
    film.add(more.frames);
    next = more.next;
  }
  plies = [film.first];
  turns = [film.first];
  rounds = [film.first];
  opened = new Set();
  read(film.first + 1);
  await tell();
}

async function more() {
  const following = state.seq >= film.last;
  const before = film.last;
  const reel = await get(`/matches/${match}/frames?after=${before}`, { viewer: state.viewer });
  film.add(reel.frames);
  if (film.last === before) return;
  read(before + 1);
  await tell();
  go(following ? film.last : state.seq);
  await bots();
}

/** Notes where answers, turns and rounds begin. */
function read(from) {
  for (let seq = from; seq <= film.last; seq++) {
    const paths = film.changed(seq).map((path) => path.join("."));
    if (paths.includes("ply")) plies.push(seq);
    const begins = (wanted) => wanted.some((path) => paths.includes(path));
    if (begins(boards.roundPaths)) rounds.push(seq);
    if (begins(boards.turnPaths)) turns.push(seq);
  }
  scrubber.hidden = state.spoilerFree;
  scrubber.stretch(film.first, film.last, marks());
}

function marks() {
  const found = [];
  film.frames.forEach(({ seq, changes }) => {
    for (const [path, value] of changes) {
      const kind = path[0] === "cases" || path[0] === "left" ? "ruling" : path[0] === "board" ? boards.mark(path, value) : "";
      if (kind) found.push([seq, kind]);
    }
  });
  return found;
}

async function tell() {
  const told = await get(`/matches/${match}/narration?lang=${document.documentElement.lang}`, { viewer: state.viewer });
  const begins = (seq) => (rounds.includes(seq) ? "round" : turns.includes(seq) && seq > film.first ? "turn" : "");
  story.add(told.lines, begins, (seq) => heading(film.at(seq)));
}

// -- showing

function go(seq) {
  state.seq = Math.max(film.first, Math.min(seq, film.last));
  const scene = film.at(state.seq);
  const sentence = story.at(state.seq);
  const open = asked?.seq === state.seq ? asked : undefined;
  const options = new Map(open && state.seq === film.last ? open.options.map(({ pick, label }) => [pick, label]) : []);
  const view = {
    catalogue,
    cards,
    words,
    flipped: state.flipped,
    changed: film.changed(state.seq),
    options,
    reckoned: scene.reckoned,
    pick: (pick) => question.pick(pick),
    why: (pointer) => why.of(state.seq, pointer),
  };
  const focus = document.activeElement?.getAttribute?.("data-pick");
  boards.draw(find("board"), scene, view);
  if (focus) find("board").querySelector(`[data-pick="${CSS.escape(focus)}"]`)?.focus();
  find("told").textContent = boards.describe(scene, view);
  find("live").textContent = sentence;
  story.show(state.seq, { hideLater: state.spoilerFree });
  scrubber.show(state.seq, sentence);
  question.show(open?.asked ? scene.question : null, open?.sentence || silence(scene), options);
  find("result").textContent = scene.ended && !state.spoilerFree ? result(scene) : "";
  remember();
  if (!open && scene.question) ask(state.seq);
}

let asked;
let asking;

/** Asks what is asked after fact `seq`, in words, once the scrubber has come to rest there. */
function ask(seq) {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const told = await get(`/m/${match}/question/${seq}?lang=${document.documentElement.lang}`, { viewer: state.viewer });
    if (state.seq !== seq) return;
    asked = told;
    go(seq);
  }, seq === film.last ? 0 : 150);
}

function silence(scene) {
  if (scene.ended) return state.spoilerFree ? words.ui.after : result(scene);
  return scene.status === "open" ? words.ui.waiting : words.ui.after;
}

function result(scene) {
  const winners = scene.ended.winners.map((seat) => scene.players[seat]);
  return winners.length ? say(words.ui.won, { winners: winners.join(", ") }) : words.ui.draw;
}

function remember() {
  const told = new URLSearchParams(location.search);
  if (state.seq === film.last && !page.over) told.delete("seq");
  else told.set("seq", state.seq);
  told.set("as", state.viewer);
  state.flipped ? told.set("flip", "") : told.delete("flip");
  state.spoilerFree ? told.set("quiet", "") : told.delete("quiet");
  history.replaceState(null, "", `?${told}`);
}

// -- doing

async function answer(picks) {
  const scene = film.at(film.last);
  const viewer = `seat-${scene.question.seat}`;
  try {
    await post(`/matches/${match}/answers`, { picks }, { viewer, seq: film.last });
    find("trouble").textContent = "";
  } catch (problem) {
    find("trouble").textContent = problem.rule ? `${problem.message} (${problem.rule})` : problem.message;
  }
  await more();
}

const before = (list, seq) => list.filter((each) => each < seq).at(-1) ?? film.first;
const after = (list, seq) => list.find((each) => each > seq) ?? film.last;
const jump = (list) => (way) => go(way > 0 ? after(list(), state.seq) : before(list(), state.seq));

const actions = {
  step: (way) => go(state.seq + way),
  answer: jump(() => plies),
  turn: jump(() => turns),
  round: jump(() => (rounds.length > 1 ? rounds : turns)),
  first: () => go(film.first),
  last: () => go(film.last),
  play: () => scrubber.toggle(),
  flip() {
    state.flipped = !state.flipped;
    go(state.seq);
  },
  help: () => find("help").showModal(),
};

async function look(viewer) {
  state.viewer = viewer;
  asked = undefined;
  story.items.clear();
  story.lines.clear();
  find("story").replaceChildren();
  await load();
  go(state.seq || film.last);
}

/** Lets bots of this browser answer, if it is one of them who is asked. */
async function bots() {
  const scene = film.at(film.last);
  if (!scene.question || !page.bots.includes(scene.question.seat)) return;
  await post(`/m/${match}/bot`, {});
  await more();
}

// -- beginning

find("viewer")?.addEventListener("change", (event) => look(event.target.value));
find("flip").addEventListener("click", actions.flip);
find("quiet").checked = state.spoilerFree;
find("quiet").addEventListener("change", (event) => {
  state.spoilerFree = event.target.checked;
  read(film.last + 1);
  go(state.seq);
});
find("possible").addEventListener("click", () => why.options(state.seq));
for (const close of document.querySelectorAll("dialog [data-close]")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
keys(actions);

await load();
go(state.seq || film.last);
document.body.dataset.ready = "true";
await bots();
if (!page.over) {
  listen(match, () => film.last, more, (connected) => {
    find("line").hidden = connected;
  });
}

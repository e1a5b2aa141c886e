/** The page of a match: the board, the story, the scrubber, the open question, live while it goes on. */

import { About } from "./about.js";
import { address, read, remember } from "./address.js";
import { get, listen, LostLine, post, refusal } from "./api.js";
import { Asking } from "./asking.js";
import { Film } from "./film.js";
import { keys } from "./keys.js";
import { Moments } from "./moments.js";
import { outcome } from "./outcome.js";
import { printed } from "./player.js";
import { Question } from "./question.js";
import { Scrubber } from "./scrubber.js";
import { Share } from "./share.js";
import { sheet } from "./sheet.js";
import { headings, Story } from "./story.js";
import { looking } from "./view.js";
import { Why } from "./why.js";

const page = JSON.parse(document.getElementById("page").textContent);
const { match, game, words, catalogue } = page;
const find = (id) => document.getElementById(id);
const boards = await import(`./boards/${game}.js`);

const asked = read();
const state = { ...asked, viewer: asked.viewer ?? page.viewer };
const viewer = () => state.viewer;
const cards = printed(catalogue);

let film;
let moments;

const why = new Why(find("why"), { match, viewer, words, go });
const causes = (what) => (typeof what === "number" ? why.of(what) : why.of(state.seq, what));
const about = new About({ words, why: causes });
const story = new Story(find("story"), { go, why: causes, words });
const scrubber = new Scrubber(find("scrubber"), { go, words, told: (seq) => story.at(seq), pace: find("pace") });
const question = new Question(find("question"), { answer, words });
const asking = new Asking({ match, viewer, heard: (seq) => state.seq === seq && go(seq) });
const share = new Share(find("share"), { match, words: words.ui.share, here: () => address(state), eyes: viewer, moment: () => state.seq });
const heading = headings(words);

// -- fetching

const reel = (after) => get(`/matches/${match}/frames?after=${after}`, { viewer: state.viewer });

async function load() {
  film = await Film.whole(reel);
  moments = new Moments(film, boards);
  stretch();
  await tell();
}

let wanted = false;
let growing;

/** Takes up what the match went on with, once at a time: who asks meanwhile is told by one more go. */
function more() {
  wanted = true;
  growing ??= grow().finally(() => (growing = undefined));
  return growing;
}

async function grow() {
  while (wanted) {
    wanted = false;
    const before = film.last;
    await film.grow(reel);
    if (film.last === before) continue;
    moments.read();
    stretch();
    await tell();
    go(state.following ? film.last : state.seq);
    if (await bots()) wanted = true;
    if (state.following) await turn();
  }
}

function stretch() {
  scrubber.hidden = state.spoilerFree;
  scrubber.stretch(film.first, film.last, moments.marks);
}

async function tell() {
  const told = await get(`/matches/${match}/narration?lang=${document.documentElement.lang}`, { viewer: state.viewer });
  story.add(told.lines, (seq) => moments.begins(seq), (seq) => heading(film.at(seq)));
}

// -- showing

/** Shows the match after fact `seq`. */
function go(seq) {
  const moment = Math.max(film.first, Math.min(seq, film.last));
  if (moment !== state.seq) about.hide();
  state.seq = moment;
  state.following = state.seq === film.last;
  const scene = film.at(state.seq);
  const sentence = story.at(state.seq);
  const open = scene.question ? asking.at(state.seq, state.seq === film.last) : undefined;
  const options = new Map(open && state.seq === film.last ? open.options.map(({ pick, label }) => [pick, label]) : []);
  draw(scene, options);
  find("live").textContent = sentence;
  story.show(state.seq, { hideLater: state.spoilerFree });
  scrubber.show(state.seq, sentence);
  question.show(state.seq, scene.question, open?.sentence || (scene.question ? sentence : silence(scene)), options, offered());
  find("result").textContent = scene.ended && !state.spoilerFree ? outcome(scene, words) : "";
  remember({ ...state, seq: state.seq === film.last && !page.over ? undefined : state.seq });
  document.dispatchEvent(new CustomEvent("moment", { detail: { seq: state.seq, first: film.first, last: film.last, scene, viewer: state.viewer, quiet: state.spoilerFree } }));
}

function draw(scene, options) {
  const view = looking(film, moments, state.seq, {
    catalogue,
    cards,
    words,
    flipped: state.flipped,
    options,
    reckoned: scene.reckoned,
    pick: (pick) => question.pick(pick),
    why: causes,
    about: (beside, told, how) => about.show(beside, told, how),
  });
  const board = find("board");
  const focus = board.contains(document.activeElement) && document.activeElement.getAttribute("data-pick");
  boards.draw(board, scene, view);
  if (focus && document.activeElement === document.body) board.querySelector(`[data-pick="${CSS.escape(focus)}"]`)?.focus();
  find("told").textContent = boards.describe(scene, view);
}

/** The picks that can be chosen on the board. */
function offered() {
  return new Set([...find("board").querySelectorAll("[data-pick]")].flatMap((element) => element.dataset.pick.split(" ")));
}

function silence(scene) {
  if (scene.ended) return state.spoilerFree ? words.ui.after : outcome(scene, words);
  return scene.status === "open" ? words.ui.waiting : words.ui.after;
}

/** Where a match is begun to be looked at: where the address says; or at its end, unless that may not be told. */
const begin = () => go(state.seq || (state.spoilerFree ? film.first : film.last));

// -- doing

async function answer(picks) {
  const { seat } = film.at(film.last).question;
  try {
    await post(`/matches/${match}/answers`, { picks }, { viewer: `seat-${seat}`, seq: film.last });
    find("trouble").textContent = "";
  } catch (problem) {
    if (problem instanceof LostLine) throw problem;
    find("trouble").textContent = refusal(problem);
  }
  await more();
}

/** Lets bots of this browser answer, if it is one of them who is asked; tells whether it was. */
async function bots() {
  const scene = film.at(film.last);
  if (!scene.question || !page.bots.includes(scene.question.seat)) return false;
  await post(`/m/${match}/bot`, {});
  return true;
}

/** Looks with the eyes of who is asked, where one browser plays several seats. */
async function turn() {
  const seat = film.at(film.last).question?.seat;
  if (state.viewer === `seat-${seat}` || !state.viewer.startsWith("seat-") || !page.seats.includes(seat)) return;
  find("viewer").value = `seat-${seat}`;
  await look(`seat-${seat}`);
}

const jump = (list) => (way) => go(moments.next(moments[list()], state.seq, way));

const actions = {
  step: (way) => go(state.seq + way),
  answer: jump(() => "plies"),
  turn: jump(() => "turns"),
  round: jump(() => (moments.rounds.length > 1 ? "rounds" : "turns")),
  first: () => go(film.first),
  last: () => go(state.spoilerFree ? scrubber.furthest : film.last),
  play: () => scrubber.toggle(),
  flip() {
    about.hide();
    state.flipped = !state.flipped;
    go(state.seq);
  },
  help: () => find("help").showModal(),
};

async function look(name) {
  state.viewer = name;
  story.clear();
  await load();
  begin();
}

function quiet(wanted) {
  state.spoilerFree = wanted;
  scrubber.furthest = state.seq;
  stretch();
  go(state.seq);
}

// -- beginning

find("viewer").value = state.viewer;
find("viewer").addEventListener("change", (event) => look(event.target.value));
find("flip").addEventListener("click", actions.flip);
find("quiet").checked = state.spoilerFree;
find("quiet").addEventListener("change", (event) => quiet(event.target.checked));
find("possible").addEventListener("click", () => why.options(state.seq));
find("passing").addEventListener("click", () => share.open());
find("keys").addEventListener("click", actions.help);
sheet(find("tools"), find("more"), "(max-width: 80rem)");
for (const close of document.querySelectorAll("dialog [data-close]")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
keys(actions);
document.addEventListener("go", ({ detail }) => go(detail));
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof LostLine)) return;
  event.preventDefault();
  find("line").hidden = false;
});

await load();
begin();
document.body.dataset.ready = "true";
if (await bots()) await more();
if (!asked.seq && !asked.viewer) await turn();
if (!page.over) {
  listen(match, () => film.last, more, (connected) => {
    const back = connected && !find("line").hidden;
    find("line").hidden = connected;
    if (back) go(state.seq); // whatever could not be asked meanwhile
  });
}

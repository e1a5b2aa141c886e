/** The page of a match: the board, the story, the scrubber, the open question, live while it goes on. */

import { Popover } from "../lib/popover.js";
import { address, read, remember } from "../match/address.js";
import { get, getAll, listen, LostLine, post } from "../lib/api.js";
import { OpenQuestion } from "../match/open-question.js";
import * as boards from "../boards/game.js";
import { refused } from "../lib/cite.js";
import { confirmed } from "../match/confirm.js";
import { all, data, find, one } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { emit, on } from "../match/events.js";
import { Film } from "../replay/film.js";
import { keys } from "../replay/keys.js";
import { Announcer } from "../match/announcer.js";
import { Focus } from "../match/focus.js";
import { nonce } from "../lib/nonce.js";
import { Playback } from "../match/playback.js";
import { after, begin, missed, playing } from "../match/states.js";
import { keepInSight } from "../match/scroll-anchor.js";
import { TypedAnswer } from "../match/typed-answer.js";
import { Moments } from "../replay/moments.js";
import { outcome } from "../replay/outcome.js";
import { subject } from "../lib/move-selection.js";
import { printed } from "../replay/player.js";
import { Question } from "../match/question.js";
import { Roving } from "../lib/roving.js";
import { Scrubber } from "../replay/scrubber.js";
import { Share } from "../match/share.js";
import { toolsMenu } from "../match/tools-menu.js";
import { headings, Story } from "../replay/story.js";
import { looking } from "../replay/view.js";
import { Why } from "../replay/why.js";

// Parts of the page that need nothing from here.
import "../match/commentaries.js";
import "../match/disputes.js";
import "../match/afterwards.js";
import "../match/fork-dialog.js";
import "../match/agreements.js";
import "../match/seats.js";
import "../match/calls.js";
import "../match/summary.js";

const page = data("page");
const { match, game, words, catalogue } = page;

const asked = read();
const viewers = [...find("viewer").options]
  .filter((option) => !option.disabled)
  .map((option) => option.value);
/** How the match is looked at; where, is told by `state` (see match/states.js). */
const eyes = {
  viewer: viewers.includes(asked.viewer) ? asked.viewer : page.viewer,
  flipped: asked.flipped,
  spoilerFree: asked.spoilerFree,
};
const viewer = () => eyes.viewer;
const cards = printed(catalogue);

let film;
let moments;
let state;

const go = (seq) => happens("went", { seq });
const why = new Why(find("why"), { match, game, viewer, words, go });
const causes = (what) => (typeof what === "number" ? why.of(what) : why.of(state.seq, what));
const about = new Popover({ words, why: causes });
const story = new Story(find("story"), { go, why: causes, words });
const scrubber = new Scrubber(find("scrubber"), {
  go,
  words,
  told: (seq) => story.at(seq),
  pace: find("pace"),
});
const question = new Question(find("question"), {
  answer: confirmed(answer, () => state.seq),
  words,
  again,
  skip: () => playback.skip(),
});
const openQuestion = new OpenQuestion({ match, viewer, heard: (seq) => state.seq === seq && show() });
const playback = new Playback({
  visible: (seq) => moments.visible(seq),
  played: (seq) => happens("played", { seq }),
  skipped: () => happens("skipped"),
});
const announcer = new Announcer(find("live"), { story, begins: (seq) => moments.begins(seq) });
const share = new Share(find("share"), {
  match,
  words: words.ui.share,
  here: () => address({ ...eyes, seq: state.seq }),
  eyes: viewer,
  moment: () => state.seq,
});
const heading = headings(words);
const board = new Roving(find("board"), { items: "button, [tabindex]", first: "[data-pick]" });
const focus = new Focus([find("board"), find("question"), find("typing")], find("question"));
const typed = new TypedAnswer(find("typing"), {
  open: () => (state?.name === "deciding" ? question.options : undefined),
  pick: (pick) => question.pick(pick),
  away: () => find("question").focus({ preventScroll: true }),
  words,
});

/** What happened: the one way from a state to the next; then the page shows it. */
function happens(event, change) {
  const before = state;
  state = after(state, event, change);
  if (playing(state) && playback.atOnce) state = after(state, "skipped");
  if (state === before) return;
  find("line").hidden = state.line !== "lost";
  if (state.name !== before.name || state.seq !== before.seq || state.last !== before.last) show();
  if (state.name === "live" && !playing(state) && event !== "went") turn();
}

// -- fetching

const reel = (from) => get(`/matches/${match}/frames?after=${from}`, { viewer: eyes.viewer });

async function load(seq) {
  film = await Film.whole(reel);
  moments = new Moments(film, boards);
  stretch();
  await tell();
  const over = Boolean(film.at(film.last).ended);
  state = {
    ...begin({ first: film.first, last: film.last, seq: seq || (eyes.spoilerFree ? film.first : 0), over }),
    line: state?.line ?? (over ? "over" : "open"),
  };
  announcer.from(film.last);
  show();
}

let wanted = false;
let growing;

/** Takes up what the match went on with, once at a time; tells whether it is over. */
function more() {
  wanted = true;
  growing ??= grow().finally(() => (growing = undefined));
  return growing;
}

async function grow() {
  while (wanted) {
    wanted = false;
    await film.grow(reel);
    if (film.last > state.last) {
      moments.read();
      stretch();
      await tell();
      happens("arrived", { last: film.last });
    }
  }
  const over = Boolean(film.at(film.last).ended);
  if (over) happens("ended");
  return over;
}

function stretch() {
  scrubber.hidden = eyes.spoilerFree;
  scrubber.stretch(film.first, film.last, moments.marks);
}

async function tell() {
  const told = await getAll(`/matches/${match}/narration?lang=${document.documentElement.lang}`, "lines", {
    viewer: eyes.viewer,
  });
  find("story").lang = told.lang;
  story.add(
    told.lines,
    (seq) => moments.begins(seq),
    (seq) => heading(film.at(seq)),
  );
}

// -- showing

let shown;

/** Shows the match as `state` has it; facts that came since are played. */
function show() {
  const { seq, last } = state;
  if (seq !== shown) about.hide();
  shown = seq;
  const scene = film.at(seq);
  const sentence = story.at(seq);
  const still = !playing(state);
  const open = scene.question && still ? openQuestion.at(seq, seq === last) : undefined;
  const options = new Map(open && seq === last ? open.options.map(({ pick, label }) => [pick, label]) : []);
  if (options.size) state = after(state, "asked", { seq });
  const view = keepInSight(one(".stage"), () => draw(scene, options));
  const asks = still && scene.question;
  find("question").lang = open?.lang ?? document.documentElement.lang;
  question.show(
    seq,
    asks ? scene.question : null,
    asks ? open?.sentence || sentence : still ? silence(scene) : sentence,
    options,
    offered(),
    (pick) => boards.about(subject(pick), view, scene.question?.prompt),
    {
      playing: !still,
      again: still && state.name !== "back" && !eyes.spoilerFree && since() < last,
    },
  );
  find("question").ariaBusy = String(state.name === "sending");
  story.show(seq, { hideLater: eyes.spoilerFree });
  scrubber.show(seq, sentence);
  announce(sentence, open);
  find("result").textContent = scene.ended && !eyes.spoilerFree && still ? outcome(scene, words) : "";
  const missing = missed(state);
  find("golive").hidden = state.name !== "back" || (eyes.spoilerFree && state.line === "over");
  find("golive").textContent = missing ? say(words.ui.goLiveMissed, { count: missing }) : words.ui.goLive;
  typed.show();
  board.settle();
  focus.keep();
  remember({ ...eyes, seq: state.name === "back" ? seq : undefined });
  emit("moment", {
    seq,
    first: film.first,
    last,
    still,
    scene,
    viewer: eyes.viewer,
    quiet: eyes.spoilerFree,
    marks: moments.marks,
  });
  playback.from(
    seq,
    still ? seq : last,
    moments.plies.length - moments.plies.findIndex((each) => each > seq),
  );
}

/** Lets screen readers hear it: a moment that somebody went to, or all that happened since they heard something. */
function announce(sentence, open) {
  if (state.name === "back") return announcer.only(sentence);
  announcer.upTo(state.seq, playing(state) ? undefined : open?.sentence);
}

/** The fact after which others began to act, since these eyes answered last. */
function since() {
  const mine = eyes.viewer.startsWith("seat-") ? page.seats : [];
  return moments.lastOf(mine) ?? state.last;
}

function again() {
  happens("again", { seq: since() });
}

function draw(scene, options) {
  const view = looking(film, moments, state.seq, {
    catalogue,
    cards,
    words,
    flipped: eyes.flipped,
    options,
    reckoned: scene.reckoned,
    pick: (pick) => question.pick(pick),
    why: causes,
    about: (beside, told, how) => about.show(beside, told, how),
  });
  boards.draw(find("board"), scene, view);
  find("told").textContent = boards.describe(scene, view);
  return view;
}

/** The picks that can be chosen on the board. */
function offered() {
  return new Set(
    [...find("board").querySelectorAll("[data-pick]")].flatMap((element) => element.dataset.pick.split(" ")),
  );
}

function silence(scene) {
  if (scene.ended) return eyes.spoilerFree ? words.ui.after : outcome(scene, words);
  return scene.status === "open" ? words.ui.waiting : words.ui.after;
}

// -- doing

/** Sends an answer to the question that is shown: only once, and only while it is open. */
async function answer(picks) {
  if (state.name !== "deciding") return;
  const { seat } = film.at(state.seq).question;
  const { seq } = state;
  find("trouble").textContent = "";
  happens("sent");
  try {
    await post(`/matches/${match}/answers`, { picks, nonce: nonce() }, { viewer: `seat-${seat}`, seq });
    announcer.from(seq);
    await more();
    happens("accepted");
  } catch (problem) {
    if (problem instanceof LostLine) happens("lost");
    else find("trouble").replaceChildren(...refused(problem, game, words));
    happens("refused");
    if (!(problem instanceof LostLine)) await more();
  }
}

/** Looks with the eyes of who is asked, where one browser plays several seats. */
async function turn() {
  const seat = film.at(film.last).question?.seat;
  if (eyes.viewer === `seat-${seat}` || !eyes.viewer.startsWith("seat-") || !page.seats.includes(seat))
    return;
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
  last: () => (playing(state) ? playback.skip() : go(eyes.spoilerFree ? scrubber.furthest : film.last)),
  play: () => scrubber.toggle(),
  skip: () => playing(state) && playback.skip(),
  flip() {
    about.hide();
    eyes.flipped = !eyes.flipped;
    show();
  },
  help: () => find("help").showModal(),
};

async function look(name) {
  eyes.viewer = name;
  story.clear();
  await load(state.name === "back" ? state.seq : 0);
}

function quiet(hidden) {
  eyes.spoilerFree = hidden;
  scrubber.furthest = state.seq;
  stretch();
  show();
}

// -- beginning

find("viewer").value = eyes.viewer;
find("viewer").addEventListener("change", (event) => look(event.target.value));
find("flip").addEventListener("click", actions.flip);
find("quiet").checked = eyes.spoilerFree;
find("quiet").addEventListener("change", (event) => quiet(event.target.checked));
find("playing").value = playback.pace;
find("playing").addEventListener("change", (event) => (playback.pace = event.target.value));
find("golive").addEventListener("click", () => happens("wentLive"));
find("possible").addEventListener("click", () => why.options(state.seq));
find("passing").addEventListener("click", () => share.open());
find("keys").addEventListener("click", actions.help);
toolsMenu(find("tools"), find("more"), "(max-width: 80rem)");
for (const close of all("dialog [data-close]")) {
  close.addEventListener("click", () => close.closest("dialog").close());
}
keys(actions);
on("go", go);
addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof LostLine)) return;
  event.preventDefault();
  happens("lost");
});

await load(asked.seq);
document.body.dataset.ready = "true";
if (!asked.seq && !asked.viewer) await turn();
if (state.line !== "over") {
  await more();
  listen(
    match,
    () => film.last,
    more,
    (connected) => {
      const back = connected && state.line === "lost";
      happens(connected ? "found" : "lost");
      if (back) show(); // whatever could not be asked meanwhile
    },
  );
}

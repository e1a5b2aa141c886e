/** The page of a match: the board, the story, the scrubber, the open question, live while it goes on. */

import { get, LostLine, post } from "../lib/api.js";
import { refused } from "../lib/cite.js";
import { all, find, one, speaks } from "../lib/dom.js";
import { subject } from "../lib/move-selection.js";
import { nonce } from "../lib/nonce.js";
import { Popover } from "../lib/popover.js";
import { Roving } from "../lib/roving.js";
import { clockRuns } from "../replay/clocks.js";
import { Scrubber } from "../replay/scrubber.js";
import { Story } from "../replay/story.js";
import { looking, motion } from "../replay/view.js";
import { Why } from "../replay/why.js";
import { address, remember } from "./address.js";
import { Announcer } from "./announcer.js";
import { confirmed } from "./answer/confirm.js";
import { emit } from "./events.js";
import { Focus } from "./focus.js";
import { LiveClocks } from "./live-clocks.js";
import { LiveFilm } from "./live-replay.js";
import { OpenQuestion } from "./answer/open-question.js";
import { Playback } from "./playback.js";
import { Premove } from "./answer/premove.js";
import { Question } from "./answer/question.js";
import { keepInSight } from "./scroll-anchor.js";
import { Share } from "./panels/share.js";
import { after, begin, playing } from "./states.js";
import { showStatus, silence } from "./status.js";
import { Trouble } from "./answer/refusal.js";
import { TypedAnswer } from "./answer/typed-answer.js";
import { t } from "../lib/i18n.js";

export class MatchPage {
  /** @type {any} Where somebody looks, and the line to the service (see states.js); nothing before it was loaded. */
  state;
  /** @type {number | undefined} The fact that was drawn last. */
  shown;

  /**
   * `page` is what the service tells of the match, `boards` draws its game; `eyes` say how it is looked at: as whom
   * (`viewer`), from which side (`flipped`), and whether what comes later is hidden (`spoilerFree`).
   */
  constructor(page, boards, eyes) {
    this.page = page;
    this.boards = boards;
    this.eyes = eyes;
    const { match, game, words, catalogue } = page;
    const viewer = () => this.eyes.viewer;
    const moment = () => this.state.seq;
    const go = (seq) => this.go(seq);
    const why = (what) => this.causes(what);
    this.cards = boards.cards(catalogue);
    this.live = new LiveFilm({
      reel: (from) => this.updates(from),
      boards,
      grown: () => this.grown(),
    });
    this.why = new Why(find("why"), { match, game, viewer, words, go });
    this.about = new Popover({ words, why });
    this.story = new Story(find("story"), { go, why, words });
    const told = (seq) => this.story.at(seq);
    this.scrubber = new Scrubber(find("scrubber"), { go, told, pace: find("pace") });
    this.question = new Question(find("question"), {
      answer: confirmed(
        (picks) => this.answer(picks),
        moment,
        (picks) => this.question.told(picks),
      ),
      game,
      words,
      again: () => this.happens("again", { seq: this.since() }),
      skip: () => this.playback.skip(),
    });
    const heard = (seq) => this.state.seq === seq && this.show();
    this.openQuestion = new OpenQuestion({ match, viewer, heard });
    this.playback = new Playback({
      visible: (seq) => this.live.moments.visible(seq),
      played: (seq) => this.happens("played", { seq }),
      skipped: () => this.happens("skipped"),
    });
    const begins = (seq) => this.live.moments.begins(seq);
    this.announcer = new Announcer(find("live"), { story: this.story, begins });
    if (find("clocks"))
      this.clocks = new LiveClocks(find("clocks"), page, (sentence) => this.announcer.say([sentence]));
    this.share = new Share(find("share"), {
      match,
      here: () => address({ ...this.eyes, seq: this.state.seq }),
      eyes: viewer,
      moment,
    });
    this.board = new Roving(find("board"), { items: "button, [tabindex]", first: "[data-pick]" });
    this.focus = new Focus(["board", "question", "typing", "premove"].map(find), find("question"));
    this.trouble = new Trouble(find("trouble"));
    const dropped = (sentence) => this.trouble.tell(this.state.seq, sentence);
    this.premove = new Premove(find("premove"), { dropped });
    this.typed = new TypedAnswer(find("typing"), {
      open: () => (this.state?.name === "deciding" ? this.question.names : undefined),
      pick: (pick) => this.question.pick(pick),
      away: () => find("question").focus({ preventScroll: true }),
    });
  }

  /** What happened: the one way from a state to the next; then the page shows it. */
  happens(event, change) {
    const before = this.state;
    this.state = after(before, event, change);
    if (playing(this.state) && (this.playback.atOnce || this.premove.held || this.hurried(event)))
      this.state = after(this.state, "skipped");
    const { state } = this;
    if (state === before) return;
    find("line").hidden = state.line !== "lost";
    if (state.name === "sending") this.wait();
    else if (state.name !== before.name || state.seq !== before.seq || state.last !== before.last)
      this.show();
    if (this.state.name === "live" && !playing(this.state) && event !== "went") this.turn();
  }

  /**
   * Whether what has come is not played fact by fact: the clock of who plays here would run meanwhile, or nothing of it is
   * to be seen, as of what players say aside.
   */
  hurried(event) {
    const { film, moments } = this.live;
    const { seq, last } = this.state;
    if (!["arrived", "accepted", "refused"].includes(event)) return false;
    return clockRuns(film, this.page.seats) || !moments.stir(seq, last);
  }

  /** Fetches the match as these eyes see it, and shows the moment after fact `seq`, or as it stands. */
  async load(seq) {
    const { live, eyes } = this;
    await live.load();
    this.stretch();
    this.story.clear();
    this.narrate();
    const { first, last, over } = live;
    this.state = {
      ...begin({ first, last, seq: seq || (eyes.spoilerFree ? first : 0), over }),
      line: this.state?.line ?? (over ? "over" : "open"),
    };
    this.announcer.from(last);
    this.show();
  }

  /** Takes up what the match went on with, to fact `seq` if that is known; tells whether it is over. */
  async more(seq) {
    const over = await this.live.more(seq);
    if (over) this.happens("ended");
    return over;
  }

  /** Fetches what followed a fact: frames, their sentences, and what is asked then. */
  async updates(after) {
    const { viewer } = this.eyes;
    const { lang } = document.documentElement;
    const told = await get(`/m/${this.page.match}/updates/${after}?lang=${lang}`, { viewer });
    this.openQuestion.hear(viewer, told.question);
    speaks(find("story"), told.lang);
    return told;
  }

  grown() {
    const { last } = this.live;
    if (last <= this.state.last) return;
    this.stretch();
    this.narrate();
    this.happens("arrived", { last });
  }

  /** Adds the sentences of the facts that have none yet. */
  narrate() {
    const { film, moments } = this.live;
    this.story.add(
      film.lines,
      (seq) => moments.begins(seq),
      (seq) => this.boards.heading(film.at(seq), this.page.words),
    );
  }

  stretch() {
    this.scrubber.hidden = this.eyes.spoilerFree;
    this.scrubber.stretch(this.live.first, this.live.last, this.live.moments.marks);
  }

  /** Shows the match as `state` has it; facts that came since are played. */
  show() {
    const { boards, eyes, live, story } = this;
    const { seq, last } = this.state;
    if (seq !== this.shown) this.about.hide();
    const answers = live.moments.plies.filter((each) => each > seq).length;
    const watched = this.state.name !== "back" || seq - 1 === this.shown;
    const tempo = watched ? this.playback.tempo(last - seq, answers) : 0;
    const seen = motion(live.film, this.shown, seq, tempo);
    this.shown = seq;
    const scene = live.film.at(seq);
    const sentence = story.at(seq);
    const still = !playing(this.state);
    const open = scene.question && still ? this.openQuestion.at(seq) : undefined;
    const options = new Map(open && seq === last ? open.options.map(({ pick, label }) => [pick, label]) : []);
    if (options.size) this.state = after(this.state, "asked", { seq });
    const { state } = this;
    const view = keepInSight(one(".stage"), () => this.draw(scene, options, seen), state.name !== "back");
    const asks = still && scene.question;
    if (asks) this.trouble.asked(seq);
    speaks(find("question"), open?.lang ?? document.documentElement.lang);
    this.question.show(
      live.moments.answered(seq),
      asks ? scene.question : null,
      asks ? open?.sentence || sentence : still ? silence(scene, eyes.spoilerFree) : sentence,
      open?.rule ?? "",
      options,
      new Set(all("[data-pick]", find("board")).flatMap(({ dataset }) => dataset.pick.split(" "))),
      (pick) => boards.about(subject(pick), view, scene.question?.prompt),
      {
        playing: !still,
        again: still && state.name !== "back" && !eyes.spoilerFree && this.since() < last,
      },
    );
    find("question").ariaBusy = String(state.name === "sending");
    story.show(seq, { hideLater: eyes.spoilerFree, since: live.moments.answered(seq) });
    this.clocks?.show(live.film, state.name === "back" ? seq : last, state.name !== "back");
    this.scrubber.show(seq, sentence);
    this.announce(sentence, open);
    showStatus(state, scene, still, eyes.spoilerFree);
    this.typed.show();
    this.premove.show(this.waits(), live.over);
    this.board.settle();
    this.focus.keep();
    remember({ ...eyes, seq: state.name === "back" ? seq : undefined });
    const { first, moments } = live;
    const { viewer, spoilerFree: quiet } = eyes;
    if (seen) emit("happened", { changes: seen.changes });
    emit("moment", { seq, first, last, still, scene, viewer, quiet, marks: moments.marks });
    this.playback.from(seq, still ? seq : last, answers);
    if (this.state.name !== "deciding") return;
    const pick = this.premove.take(options, scene.question);
    if (pick) this.answer([pick]);
  }

  /** Leaves everything as it is while an answer is on its way: what follows it is shown at once with it. */
  wait() {
    find("question").ariaBusy = "true";
    this.typed.show();
  }

  /** Whether somebody who plays one seat here waits for others. */
  waits() {
    const { live, page } = this;
    const { ended, question } = live.film.at(live.last);
    return page.seats.length === 1 && !ended && Boolean(question) && question.seat !== page.seats[0];
  }

  /** Lets screen readers hear it: a moment that somebody went to, or all that happened since they heard something. */
  announce(sentence, open) {
    const { name, seq } = this.state;
    if (name === "back") this.announcer.only(sentence);
    else this.announcer.upTo(seq, playing(this.state) ? undefined : open?.sentence);
  }

  /** The fact after which others began to act, since these eyes answered last. */
  since() {
    const mine = this.eyes.viewer.startsWith("seat-") ? this.page.seats : [];
    return this.live.moments.lastOf(mine) ?? this.state.last;
  }

  draw(scene, options, seen) {
    const { boards, cards, eyes, live, page } = this;
    const { catalogue, words } = page;
    const { flipped } = eyes;
    const { reckoned } = scene;
    const view = looking(live.film, live.moments, this.state.seq, {
      ...{ catalogue, cards, words, flipped, options, reckoned, motion: seen },
      pick: (pick) => this.question.pick(pick),
      why: (what) => this.causes(what),
      about: (beside, told, how) => this.about.show(beside, told, how),
    });
    boards.draw(find("board"), scene, view);
    document.body.classList.toggle("docked", Boolean(one(".dock")?.hasChildNodes()));
    find("told").textContent = boards.describe(scene, view);
    return view;
  }

  /** Tells the causes of a fact, or of what is called so in the moment that is shown. */
  causes(what) {
    return typeof what === "number" ? this.why.of(what) : this.why.of(this.state.seq, what);
  }

  /** Shows the moment after fact `seq`. */
  go(seq) {
    this.happens("went", { seq });
  }

  /** Sends an answer to the question that is shown: only once, and only while it is open. */
  async answer(picks) {
    const { match, game, words } = this.page;
    const { name, seq } = this.state;
    if (name !== "deciding") return;
    const { seat } = this.live.film.at(seq).question;
    this.trouble.clear();
    this.focus.answered();
    this.happens("sent");
    try {
      const told = await post(
        `/api/v1/matches/${match}/answers`,
        { picks, nonce: nonce() },
        { viewer: `seat-${seat}`, seq },
      );
      this.announcer.from(seq);
      await this.more(told.seq);
      this.happens("accepted");
    } catch (problem) {
      const lost = problem instanceof LostLine;
      if (lost) this.happens("lost");
      this.happens("refused");
      if (lost) return;
      try {
        await this.more();
      } finally {
        const why = this.live.over
          ? [t("The match is over: your answer came too late.")]
          : refused(problem, game, words);
        this.trouble.tell(this.live.last, ...why);
        if (this.live.over) this.end();
      }
    }
  }

  /** Looks with the eyes of who is asked, where one browser plays several seats. */
  async turn() {
    const { viewer } = this.eyes;
    const seat = this.live.film.at(this.live.last).question?.seat;
    if (viewer === `seat-${seat}` || !viewer.startsWith("seat-") || !this.page.seats.includes(seat)) return;
    find("viewer").value = `seat-${seat}`;
    await this.look(`seat-${seat}`);
  }

  /** Looks with the eyes of that name. */
  async look(name) {
    this.eyes.viewer = name;
    await this.load(this.state.name === "back" ? this.state.seq : 0);
  }

  /** Hides what comes later, or shows it. */
  hideLater(hidden) {
    this.eyes.spoilerFree = hidden;
    this.scrubber.furthest = this.state.seq;
    this.stretch();
    this.show();
  }

  flip() {
    this.about.hide();
    this.eyes.flipped = !this.eyes.flipped;
    this.show();
  }

  /** Goes to where the next of a list of moments begins, or the one before. */
  jump(list, way) {
    this.go(this.live.moments.next(this.live.moments[list], this.state.seq, way));
  }

  /** Goes to the last moment: of those that are not hidden, or of those that are being played. */
  end() {
    if (playing(this.state)) this.playback.skip();
    else this.go(this.eyes.spoilerFree ? this.scrubber.furthest : this.live.last);
  }
}

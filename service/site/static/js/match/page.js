/** The page of a match with its board, story, scrubber and open question, updated live. */

/** @import { Line, ReckonedScene } from "../contract.d.ts" */
/** @import { Boards, MatchData, OpenQuestionData, Updates } from "../pages.d.ts" */
/** @import { Motion } from "../replay/view.js" */
/** @import { Eyes } from "./address.js" */
/** @import { Comparison } from "./review/comparison.js" */
/** @import { State } from "./states.js" */

import { get, LostLine, post } from "../lib/api.js";
import { refused } from "../lib/cite.js";
import { find, query, speaks, within } from "../lib/dom.js";
import { subject } from "../boards/move-selection.js";
import { Roving } from "../boards/roving.js";
import { clockRuns } from "../replay/clocks.js";
import { Scrubber } from "../replay/scrubber.js";
import { Story } from "../replay/story.js";
import { makeView, motion } from "../replay/view.js";
import { address, remember } from "./address.js";
import { Announcer } from "./announcer.js";
import { confirmed } from "./answer/confirm.js";
import { emit } from "./events.js";
import { Explanations } from "./explanations.js";
import { Focus } from "./focus.js";
import { LiveClocks } from "./live-clocks.js";
import { LiveReplay } from "./live-replay.js";
import { OpenQuestion } from "./answer/open-question.js";
import { Playback } from "./playback.js";
import { Premove } from "./answer/premove.js";
import { Question } from "./answer/question.js";
import { RivalActs } from "./rival-acts.js";
import { afterRedraw, keepInSight, legiblePicks, revealPicks, scrollToBoard } from "./scroll-anchor.js";
import { Share } from "./panels/share.js";
import { after, playing, startState } from "./states.js";
import { showStatus, silence } from "./status.js";
import { Refusal } from "./answer/refusal.js";
import { markAnswers } from "./review/comparison.js";
import { TypedAnswer } from "./answer/typed-answer.js";
import { t } from "../lib/i18n.js";

export class MatchPage {
  /** @type {State} The shown moment, and the connection (see states.js). Undefined until the match is loaded. */
  state = /** @type {any} */ (undefined);
  /** @type {number | undefined} The fact that was drawn last. */
  shown;
  /** @type {number | undefined} The fact after which a player here was asked last. */
  asked;
  /** @type {Map<number, Comparison>} The answers that a review compares with better ones, by their moments. */
  comparisons = new Map();

  /**
   * `page` is the data of the match, `boards` draws its game; `eyes` are the options of the display: the `viewer`,
   * `flipped`, and `spoilerFree`, which hides later facts.
   * @param {MatchData} page @param {Boards} boards @param {Eyes} eyes
   */
  constructor(page, boards, eyes) {
    this.page = page;
    this.boards = boards;
    this.eyes = eyes;
    const { match, game, words, catalogue } = page;
    const viewer = () => this.eyes.viewer;
    const moment = () => this.state.seq;
    /** @param {number} seq */
    const go = (seq) => this.go(seq);
    this.cards = boards.cards(catalogue);
    this.live = new LiveReplay({
      fetchPage: (from) => this.updates(from),
      boards,
      onGrowth: () => this.grown(),
    });
    this.explanations = new Explanations({
      ...{ page, eyes, live: this.live, moment, go },
      textOf: (seq) => this.story.textOf(seq),
      titleOf: (seq) => this.titleOf(seq),
    });
    const { dispute, popover } = this.explanations;
    const view = { catalogue, cards: this.cards, words };
    /** @param {number} seq @param {Line[]} [effects] */
    const why = (seq, effects) => this.explanations.explain(seq, effects);
    /** A line of the story leads to the board, where that has scrolled away. @param {number} seq */
    const follow = (seq) => {
      this.go(seq);
      afterRedraw(scrollToBoard);
    };
    this.story = new Story(find("story"), { go: follow, why, dispute, boards, view, popover });
    this.rivalActs = new RivalActs({ page, eyes, live: this.live, story: this.story });
    /** @param {number} seq */
    const sentenceAt = (seq) => this.story.at(seq);
    this.scrubber = new Scrubber(find("scrubber"), { go, sentenceAt, pace: find("pace") });
    for (const name of ["input", "click"])
      find("scrubber").addEventListener(
        name,
        (/** @type {Event} */ event) => within(event, ".quiet") || afterRedraw(scrollToBoard),
      );
    this.question = new Question(find("question"), {
      answer: confirmed((picks) => this.answer(picks), {
        moment,
        open: () => this.question.names,
        unused: () => this.live.moments.unused(moment()),
        describe: (picks) => this.question.describe(picks),
        about: (pick) =>
          this.question.there.has(pick) && query(`.realms .face[data-pick~="${CSS.escape(pick)}"]`)
            ? this.question.about(pick)
            : undefined,
      }),
      game,
      words,
      again: () => this.happens("again", { seq: this.rivalActs.lastAnswer }),
      skip: () => this.playback.skip(),
      refusals: () => this.explanations.showRefusals(),
    });
    /** @param {number} seq */
    const showIfCurrent = (seq) => this.state.seq === seq && this.show();
    this.openQuestion = new OpenQuestion({ match, viewer, onChange: showIfCurrent });
    this.playback = new Playback({
      visible: (seq) => this.live.moments.visible(seq),
      begins: (seq) => this.live.moments.startAt(seq),
      played: (seq) => this.happens("played", { seq }),
      skipped: () => this.happens("skipped"),
    });
    /** @param {number} seq */
    const begins = (seq) => this.live.moments.startAt(seq);
    this.announcer = new Announcer(find("live"), { story: this.story, begins });
    if (find("clocks"))
      this.clocks = new LiveClocks(find("clocks"), page, (sentence) => this.announcer.say([sentence]));
    this.share = new Share(find("share"), {
      match,
      here: () => address({ ...this.eyes, seq: this.state.seq }),
      eyes: viewer,
      moment,
    });
    find("board").addEventListener("click", (/** @type {MouseEvent} */ event) => this.refuse(event));
    this.board = new Roving(find("board"), { items: "button, [tabindex]", first: "[data-pick]" });
    this.focus = new Focus(["board", "question", "typing", "premove"].map(find), find("question"));
    this.trouble = new Refusal(find("trouble"));
    /** @param {string} sentence */
    const dropped = (sentence) => this.trouble.show(this.state.seq, sentence);
    this.premove = new Premove(find("premove"), { dropped });
    this.typed = new TypedAnswer(find("typing"), find("type"), {
      open: () => (this.state?.name === "deciding" ? this.question.names : undefined),
      pick: (pick) => this.question.pick(pick),
      away: () => find("question").focus({ preventScroll: true }),
    });
  }

  /** Changes the state after an event, and shows it. @param {string} event @param {Partial<State>} [change] */
  happens(event, change) {
    const before = this.state;
    this.state = after(before, event, change);
    if (playing(this.state) && (this.playback.atOnce || this.premove.text || this.hurried(event)))
      this.state = after(this.state, "skipped");
    const { state } = this;
    if (state === before) return;
    find("line").hidden = state.line !== "lost";
    if (state.name === "sending") this.wait();
    else if (state.line === before.line) this.show();
    if (this.state.name === "live" && !playing(this.state) && event !== "went") this.turn();
  }

  /**
   * Whether new facts appear at once instead of one by one: the clock of a player here would run meanwhile, or they change
   * nothing on the board, such as statements.
   * @param {string} event
   */
  hurried(event) {
    const { replay, moments } = this.live;
    const { seq, last } = this.state;
    if (!["arrived", "accepted", "refused"].includes(event)) return false;
    return clockRuns(replay, this.page.seats) || !moments.stir(seq, last);
  }

  /**
   * Loads the match as the viewer sees it, and shows the moment after fact `seq`, or the current one.
   * @param {number} seq
   */
  async load(seq) {
    const { live, eyes } = this;
    await live.load();
    this.stretch();
    this.story.clear();
    this.narrate();
    const { first, last, isOver: over } = live;
    this.state = {
      ...startState({ first, last, seq: seq || (eyes.spoilerFree ? first : 0), over }),
      line: this.state?.line ?? (over ? "over" : "open"),
    };
    this.announcer.from(last);
    this.show();
  }

  /** Loads new facts, to fact `seq` if that is known. Returns whether the match is over. @param {number} [seq] */
  async update(seq) {
    const isOver = await this.live.update(seq);
    if (isOver) this.happens("ended");
    return isOver;
  }

  /**
   * Fetches the frames after a fact, their sentences, and the open question.
   * @param {number} after @returns {Promise<Updates>}
   */
  async updates(after) {
    const { viewer } = this.eyes;
    const { lang } = document.documentElement;
    const page = await get(`/m/${this.page.match}/updates/${after}?lang=${lang}`, { viewer });
    this.openQuestion.store(viewer, page.question);
    speaks(find("story"), page.lang);
    return page;
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
    const { replay, moments } = this.live;
    this.story.add(
      replay.acts,
      (seq) => moments.startAt(seq),
      (seq) => this.titleOf(seq),
    );
  }

  /** The round and the turn of a fact. @param {number} seq */
  titleOf(seq) {
    return this.boards.heading(this.live.replay.withLaterNames(seq), this.page.words);
  }

  stretch() {
    this.scrubber.hidden = this.eyes.spoilerFree;
    this.scrubber.stretch(this.live.first, this.live.last, this.live.moments.marks);
  }

  /** Shows the match as `state` has it; facts that came since are played. */
  show() {
    const { boards, eyes, live, story } = this;
    const { seq, last } = this.state;
    if (seq !== this.shown) this.explanations.popover.hide();
    const answers = live.moments.plies.filter((each) => each > seq).length;
    const watched = this.state.name !== "back" || seq - 1 === this.shown;
    const tempo = watched ? this.playback.tempo(last - seq, answers) : 0;
    const motionSeen = motion(live.replay, this.shown, seq, tempo);
    this.shown = seq;
    const scene = live.replay.at(seq);
    const comparison = this.comparisons.get(seq);
    const sentence = comparison?.sentence ?? story.at(seq);
    const still = !playing(this.state);
    const isClosed = Boolean(query("#lesson[data-closed]")); // after a wrong answer
    const asks = still && seq === last && !isClosed && scene.question;
    const open = asks ? this.openQuestion.at(seq) : undefined;
    const options = new Map(open?.options.map(({ pick, label }) => [pick, label]));
    if (options.size) this.state = after(this.state, "asked", { seq });
    const { state } = this;
    const isBack = state.name === "back";
    const redraw = () => {
      const view = this.draw(scene, options, motionSeen, comparison);
      if (asks) this.trouble.onQuestion(seq);
      speaks(find("question"), open?.lang ?? document.documentElement.lang);
      this.question.show(
        live.moments.answered(seq),
        asks || null,
        open?.sentence ||
          (still && !asks && seq === last && silence(scene, eyes.spoilerFree, this.page.seats)) ||
          sentence,
        open?.rule ?? "",
        options,
        new Set(legiblePicks(find("board"))),
        (pick) => boards.about(subject(pick), view, scene.question?.prompt),
        {
          recap: isBack || eyes.spoilerFree ? { acts: "" } : this.rivalActs.recap(seq),
          playing: !still,
          again: still && !scene.ended && !isBack && !eyes.spoilerFree && this.rivalActs.lastAnswer < last,
        },
      );
      showStatus(state, scene, still, eyes.spoilerFree, this.page.seats);
      document.body.classList.toggle("looks-back", isBack);
      this.typed.show();
      this.premove.show(this.waits(), live.isOver);
    };
    // A reader of the story stays at their line while the bar grows.
    keepInSight(query(".stage"), redraw, !isBack);
    if (options.size && seq !== this.asked) revealPicks(query(".stage"));
    if (options.size) this.asked = seq;
    find("question").ariaBusy = String(state.name === "sending");
    const compared = comparison && live.moments.plies.find((each) => each > seq); // the answer that it speaks of
    const since = live.moments.answered(seq);
    story.show(seq, { hideLater: eyes.spoilerFree || !still || isClosed, since, marked: compared ?? seq });
    this.clocks?.show(live.replay, isBack ? seq : last, !isBack);
    this.scrubber.show(seq, sentence);
    this.announce(sentence, open, Boolean(still && scene.ended));
    this.board.settle();
    this.focus.keep();
    remember({ ...eyes, seq: isBack ? seq : undefined });
    const { first } = live;
    const { viewer, spoilerFree: quiet } = eyes;
    if (motionSeen) emit("happened", { changes: motionSeen.changes });
    emit("moment", {
      seq,
      first,
      last,
      still,
      scene,
      viewer,
      quiet,
      question: open,
      titleOf: (at) => this.titleOf(at),
      moments: live.moments,
      actAt: (at) => this.story.actAt(at),
      rivalActs: () => this.rivalActs.between(live.first, seq),
    });
    this.playback.from(seq, still ? seq : last, answers);
    if (this.state.name !== "deciding" || !scene.question) return;
    const pick = this.premove.take(options, scene.question);
    if (pick) this.answer([pick]);
  }

  /** Marks the page as busy while an answer is being sent. */
  wait() {
    find("question").ariaBusy = "true";
    this.typed.show();
  }

  /** Says in the bar why the space of a click cannot be chosen. @param {MouseEvent} event */
  async refuse(event) {
    const { name, seq } = this.state;
    if (name !== "deciding" || within(event, "[data-pick], button")) return;
    const { space, place } = within(event, "[data-space], [data-place]")?.dataset ?? {};
    if (!(space ?? place)) return; // the bare board
    const reason = await this.explanations.reasons.against(space ?? place, seq);
    if (reason && this.state.seq === seq) this.trouble.show(seq, reason);
  }

  /** Whether a player of one seat waits for others. */
  waits() {
    const { live, page } = this;
    const { ended, question } = live.replay.at(live.last);
    return page.seats.length === 1 && !ended && question !== null && question.seat !== page.seats[0];
  }

  /**
   * Announces to screen readers a chosen moment, or all facts since the last announcement.
   * @param {string} sentence @param {OpenQuestionData | undefined} open @param {boolean} isOver
   */
  announce(sentence, open, isOver) {
    const { name, seq } = this.state;
    if (name === "back") this.announcer.only(sentence);
    else this.announcer.upTo(seq, open?.sentence, name === "deciding" || isOver);
  }

  /**
   * Draws the board. An answer that is compared takes the place of the traces of earlier ones.
   * @param {ReckonedScene} scene @param {Map<string, string>} options @param {Motion | undefined} motionSeen
   * @param {Comparison | undefined} comparison
   */
  draw(scene, options, motionSeen, comparison) {
    const { boards, cards, eyes, live, page } = this;
    const { catalogue, words } = page;
    const { flipped } = eyes;
    const view = makeView(live.replay, live.moments, this.state.seq, {
      ...{ catalogue, cards, words, flipped, options, motion: motionSeen },
      ...(comparison && { trail: [] }),
      pick: (pick) => this.question.pick(pick),
      why: (subject) => this.explanations.explain(subject),
      about: (anchor, about, how) => this.explanations.describe(anchor, about, how, options.size > 0),
    });
    boards.draw(find("board"), scene, view);
    markAnswers(find("board"), comparison);
    document.body.classList.toggle("docked", Boolean(query(".dock")?.hasChildNodes()));
    find("told").textContent = boards.describe(scene, view);
    return view;
  }

  /** Marks better answers at their moments from now on. @param {Comparison[]} comparisons */
  compare(comparisons) {
    this.comparisons = new Map(comparisons.map((each) => [each.judged.seq, each]));
    this.show();
  }

  /** Shows the moment after fact `seq`. @param {number} seq */
  go(seq) {
    this.happens("went", { seq });
  }

  /** Sends an answer to the question that is shown: only once, and only while it is open. @param {string[]} picks */
  async answer(picks) {
    const { match, game, words } = this.page;
    const { name, seq } = this.state;
    if (name !== "deciding") return;
    const seat = this.live.replay.at(seq).question?.seat;
    this.trouble.clear();
    this.focus.answered();
    this.announcer.from(seq);
    this.happens("sent");
    try {
      const reply = await post(
        `/api/v1/matches/${match}/answers`,
        { picks },
        { viewer: `seat-${seat}`, seq },
      );
      await this.update(reply.seq);
      this.happens("accepted");
    } catch (problem) {
      const lost = problem instanceof LostLine;
      if (lost) this.happens("lost");
      this.happens("refused");
      if (lost) return;
      try {
        await this.update();
      } finally {
        const reason = this.live.isOver
          ? [t("The match is over: your answer came too late.")]
          : refused(problem, game, words);
        this.trouble.show(this.live.last, ...reason);
        if (this.live.isOver) this.end();
      }
    }
  }

  /** Switches to the viewer of the asked seat if this browser plays several seats. */
  async turn() {
    const { viewer } = this.eyes;
    const asked = this.page.seats.find((seat) => seat === this.live.replay.at(this.live.last).question?.seat);
    const name = `seat-${asked}`;
    if ((find("lesson")?.dataset.state ?? "open") !== "open") return; // its goal is decided
    if (viewer === name || !viewer.startsWith("seat-") || asked === undefined) return;
    find("viewer").value = name;
    await this.look(name);
  }

  /** Looks with the eyes of that name. @param {string} name */
  async look(name) {
    this.eyes.viewer = name;
    await this.load(this.state.name === "back" ? this.state.seq : 0);
  }

  /** Hides later facts, or shows them. @param {boolean} hidden */
  hideLater(hidden) {
    this.eyes.spoilerFree = hidden;
    this.scrubber.furthest = this.state.seq;
    this.stretch();
    this.show();
  }

  flip() {
    this.explanations.popover.hide();
    this.eyes.flipped = !this.eyes.flipped;
    this.show();
  }

  /**
   * Goes to the next or the previous moment of a list.
   * @param {"plies" | "turns" | "rounds"} list @param {number} direction
   */
  jump(list, direction) {
    this.go(this.live.moments.next(this.live.moments[list], this.state.seq, direction));
  }

  /** Goes to the last moment: of those that are not hidden, or of those that are being played. */
  end() {
    if (playing(this.state)) this.playback.skip();
    else this.go(this.eyes.spoilerFree ? this.scrubber.furthest : this.live.last);
  }
}

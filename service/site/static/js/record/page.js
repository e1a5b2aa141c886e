/** The page of a scribe: the board, the next questions, and what became of each entry. */

/** @import { EntriesReply, EntryQuestion, EntryRefusal, ReckonedScene } from "../contract.d.ts" */
/** @import { View } from "../replay/view.js" */
/** @import { Entry as Draft } from "../offline/entries.js" */
/** @import { QueueState } from "../offline/queue.js" */
/** @import { Next, RecordData, RecordTools, RefusalText } from "./shapes.d.ts" */

import { subject } from "../boards/move-selection.js";
import { Popover } from "../boards/popover.js";
import { Roving } from "../boards/roving.js";
import { get, LostLine } from "../lib/api.js";
import { refused } from "../lib/cite.js";
import { find, focused, queryAll } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { LiveReplay } from "../match/live-replay.js";
import { EntryQueue } from "../offline/entries.js";
import { showQueue } from "../offline/state-line.js";
import { makeView } from "../replay/view.js";
import { Amendment } from "./amendment.js";
import { Answers } from "./answers.js";
import { Completion } from "./completion.js";
import { conclusion } from "./conclusion.js";
import { EntryList } from "./entries.js";
import { Following } from "./following.js";
import { irregularity } from "./irregularity.js";
import { withNetwork } from "./network.js";
import { TwoParts } from "./two-parts.js";
import { TypedLines } from "./typed-lines.js";

const SCRIBE = "scribe";

export class RecordPage {
  /**
   * `page` is the data of the match. `boards` draws its game, `editor` changes its positions; `tone(name)` plays.
   * @param {RecordData} page @param {RecordTools} tools
   */
  constructor(page, { boards, editor, tone }) {
    this.page = page;
    this.boards = boards;
    this.editor = editor;
    this.tone = tone;
    this.path = `/api/v1/matches/${page.match}/entries`;
    this.cards = boards.cards(page.catalogue);
    this.stops = new Roving(find("board"), { items: "button, [tabindex]", first: "[data-pick]" });
    this.popover = new Popover({ why: () => {} });
    this.live = new LiveReplay({ fetchPage: this.fetchFrames.bind(this), boards, onGrowth: () => {} });
    const { match, players } = page;
    this.parts = new TwoParts(this);
    this.answers = new Answers(find("answers"), {
      players,
      about: (pick, prompt) => this.about(pick, prompt),
      parts: this.parts,
      show: () => this.show(),
      answer: (seat, picks, label, next) => this.answer(seat, picks, label, next),
    });
    this.list = new EntryList(find("entries"), {
      match,
      live: this.live,
      more: find("more"),
      amend: (entry) => this.amendment.begin(entry),
    });
    this.amendment = new Amendment(this);
    this.completion = new Completion(this);
    this.queue = new EntryQueue({
      match,
      viewer: SCRIBE,
      showState: (/** @type {QueueState} */ state) => this.showState(state),
      showReply: (reply) => this.receive(reply),
    });
    this.typed = new TypedLines({ queue: this.queue, catalogue: page.catalogue, labels: this.list.labels });
    this.following = new Following(this, () => this.queue.stop("replaced"));
    this.isLoaded = this.isBehind = this.isNaming = false;
    find("back").addEventListener("click", () => this.amendment.takeBack());
  }

  /** Loads the match, its entries and the next questions, as soon as there is a network. */
  async load() {
    await this.queue.read(); // shows what waits
    do {
      this.isBehind = false;
      await withNetwork(() => Promise.all([this.live.load(), this.list.load()]));
    } while (this.isBehind);
    this.isLoaded = true;
    await this.queue.open();
    if (!this.queue.waiting.length) await this.queue.follow(this.list.last);
    await withNetwork(() => this.ask());
    this.following.shown = this.live.last;
    this.following.open();
  }

  /** @param {number} after */
  fetchFrames(after) {
    const { lang } = document.documentElement;
    return get(`/m/${this.page.match}/updates/${after}?lang=${lang}`, { viewer: SCRIBE });
  }

  /** Fetches the questions for the next entry, or for one in the place of entry `number`, and shows them. */
  async ask(number = 0) {
    const [choices] = await Promise.all([this.fetchChoices(number), this.live.update()]);
    this.take(choices.questions);
    this.show();
  }

  /** @returns {Promise<{questions: EntryQuestion[]}>} */
  fetchChoices(number = 0) {
    const { lang } = document.documentElement;
    return get(`${this.path}/choices?lang=${lang}&entry=${number}`, { viewer: SCRIBE });
  }

  /** Takes the questions for an entry; no card is being named any more. @param {EntryQuestion[]} questions */
  take(questions) {
    this.isNaming = false;
    this.answers.take(questions);
  }

  /** The moment on the board: the last one, or that before an entry that is being amended. */
  get seq() {
    return this.amendment.entry ? this.amendment.entry.seq - 1 : this.live.last;
  }

  show(isAnswerable = !this.isNaming) {
    const scene = this.live.replay.at(this.seq);
    const plain = this.view(scene, this.answers.options);
    const combined =
      (!this.amendment.entry && this.boards.scribing?.combine(scene, plain.options, plain)) || [];
    const view = { ...plain, options: new Map([...plain.options, ...combined]) };
    const hadFocus = [find("board"), find("answers")].some((part) => part.contains(focused()));
    this.boards.draw(find("board"), scene, view);
    for (const thing of queryAll("[data-pick]", find("board")))
      thing.classList.toggle("later", this.answers.isLater(thing.dataset.pick.split(" ")));
    find("told").textContent = this.boards.describe(scene, view);
    if (isAnswerable)
      this.answers.draw(
        new Set(
          queryAll("[data-pick]:not(.taken)", find("board")).flatMap(({ dataset }) =>
            dataset.pick.split(" "),
          ),
        ),
      );
    if (this.live.isOver && !this.amendment.entry)
      find("answers").replaceChildren(conclusion(this.page.match, scene));
    this.stops.settle();
    if (hadFocus && focused() === document.body) find("answers").focus({ preventScroll: true });
    this.list.draw();
    find("back").disabled = !this.list.last && !this.queue.waiting.length;
  }

  /** @param {ReckonedScene} scene @param {View["options"]} options @returns {View} */
  view(scene, options) {
    const { cards, live, page } = this;
    const { catalogue, words } = page;
    return makeView(live.replay, live.moments, this.seq, {
      ...{ catalogue, cards, words, options, flipped: false, reckoned: scene.reckoned },
      pick: (/** @type {string} */ pick) => this.pick(pick),
      /** @type {View["about"]} */
      about: (anchor, about, how) => this.popover.show(anchor, about, how),
    });
  }

  /** Takes a pick on the board, which may name the next one too: a move with its first action. @param {string} pick */
  pick(pick) {
    const [first, then] = pick.split(">>");
    const owner = this.answers.owners.get(first);
    if (!owner) return;
    const { question, label } = owner;
    this.answers.pick(first, then ? this.parts.finder(question.seat, { then, text: label }) : undefined);
  }

  /** Describes the card of a pick, or nothing. @param {string} pick @param {string} [prompt] */
  about(pick, prompt) {
    const scene = this.live.replay.at(this.seq);
    return this.boards.about(subject(pick), this.view(scene, new Map()), prompt);
  }

  /**
   * Makes an entry of an answer, one at a time, with `more` fields; `next(questions)` finds the one after it, if any.
   * @param {number | null} seat @param {string[]} picks @param {string} label @param {Next} [next]
   * @param {Partial<Draft>} [more]
   */
  async answer(seat, picks, label, next, more = {}) {
    if (this.busy) return;
    if (this.queue.waiting.length && !this.amendment.entry)
      return find("refused").scrollIntoView({ block: "nearest" });
    this.next = this.amendment.entry ? undefined : next;
    const entry = { seat, picks, sightings: [], ...more };
    this.refuse();
    if (this.amendment.entry) return this.amendment.replace(entry, label);
    this.wait(true);
    const id = await this.queue.add(entry);
    this.list.labels.set(id, label);
  }

  /** Shows what became of the entries of a reply. @param {EntriesReply} reply */
  async receive(reply) {
    this.isBehind = !this.isLoaded;
    if (this.isBehind) return;
    this.list.add(reply.entries);
    this.following.follow(reply);
    if (reply.refused) {
      await this.refuseEntry(reply.refused);
    } else {
      await withNetwork(() => this.ask());
      this.say();
      this.tone("entered");
      this.answers.bringUp();
    }
    this.wait(false);
    if (!reply.refused) this.goOn(reply.entries.flatMap(({ facts }) => facts));
  }

  /** Makes the entry that the last tap told as well; `facts` follow from the first one. @param {Parameters<Next>[1]} facts */
  goOn(facts) {
    const found = this.next?.(this.answers.questions, facts);
    this.next = undefined;
    if (found) this.answers.choose(found.question, found.pick, found.label, found.next);
  }

  /** Marks the page as busy while an entry is on its way. @param {boolean} busy */
  wait(busy) {
    this.busy = busy;
    find("answers").ariaBusy = String(busy);
    if (!busy) this.following.hear();
  }

  /**
   * Names the card that an entry lacks, or gives the entry up, unless it was typed or others wait for it.
   * @param {EntryRefusal} refusal
   */
  async refuseEntry(refusal) {
    const [waiting, ...others] = this.queue.waiting;
    if (refusal.trouble === "incomplete")
      return this.completion.ask(refusal, waiting, {
        replace: (entry) => this.queue.replace(waiting.id, entry),
        leave: async () => {
          await this.queue.drop(waiting.id);
          this.isNaming = false;
          this.next = undefined;
          this.show();
        },
      });
    this.next = undefined;
    const words = waiting.text || (this.list.labels.get(waiting.id) ?? "");
    const player = waiting.seat === null ? "" : `${this.page.players[waiting.seat]}${colon}`;
    if (!waiting.text && !others.length) await this.queue.drop(refusal.id); // buttons come when they take a tap
    this.refuse(refusal, ...irregularity(this, refusal, { seat: waiting.seat, text: `${player}${words}` }));
  }

  /**
   * Shows a refusal in the red bar with `more` behind it, or empties the bar.
   * @param {RefusalText} [refusal] @param {Node[]} more
   */
  refuse(refusal, ...more) {
    const { game, words } = this.page;
    const content = refusal ? refused({ message: refusal.sentence, rule: refusal.rule }, game, words) : [];
    find("refused").replaceChildren(...content, ...more);
    if (refusal) this.tone("refused");
  }

  /** Shows why a request failed. @param {Error & {rule?: string}} problem */
  fail(problem) {
    this.refuse({
      sentence: problem instanceof LostLine ? t("The line is lost; trying again …") : problem.message,
      rule: problem.rule ?? null,
    });
  }

  /** Confirms the last entry in a sentence. */
  say() {
    const last = this.list.entries.at(-1);
    find("said").textContent = last ? this.list.sentence(last) : "";
  }

  /** Confirms the last fact, which is no entry, in a sentence. */
  sayLast() {
    find("said").textContent = this.live.replay.lines.at(-1)?.text ?? "";
    this.tone("entered");
  }

  /** @param {QueueState} state */
  showState(state) {
    showQueue(find("line"), state);
    this.typed.show(state);
    if (state.status === "failed" && state.problem) this.fail(state.problem);
    if (["failed", "replaced"].includes(state.status)) this.wait(false);
    if (state.status === "diverged" && this.busy) this.catchUp();
  }

  /** Shows what another device has entered in place of a tap that answered an old question. */
  async catchUp() {
    this.wait(false);
    await this.following.hear(this.live.last + 1);
  }

  /** Drops an entry by a tap that waits; lines and several entries wait for the scribe. Returns whether there was one. */
  async dropTap() {
    const [waiting, ...others] = this.queue.waiting;
    if (!waiting || waiting.line || waiting.text || others.length) return false;
    this.next = undefined;
    return this.queue.drop(waiting.id);
  }
}

/** The page of a scribe: the board, the next questions, and what became of each entry. */

import { subject } from "../boards/move-selection.js";
import { Popover } from "../boards/popover.js";
import { Roving } from "../boards/roving.js";
import { get, LostLine, post } from "../lib/api.js";
import { refused } from "../lib/cite.js";
import { find, focused, h, queryAll } from "../lib/dom.js";
import { colon, t } from "../lib/i18n.js";
import { LiveReplay } from "../match/live-replay.js";
import { EntryQueue } from "../offline/entries.js";
import { showQueue } from "../offline/state-line.js";
import { makeView } from "../replay/view.js";
import { Amendment } from "./amendment.js";
import { Answers } from "./answers.js";
import { askCandidates } from "./candidates.js";
import { EntryList } from "./entries.js";
import { irregularity } from "./irregularity.js";
import { TypedLines } from "./typed-lines.js";

const SCRIBE = "scribe";
const AGAIN = 2000; // milliseconds before a request is tried again

/** Returns what `request` resolves to, which is called until it reaches the service. */
async function withNetwork(request) {
  for (;;) {
    try {
      return await request();
    } catch (problem) {
      if (!(problem instanceof LostLine)) throw problem;
      await new Promise((again) => {
        addEventListener("online", again, { once: true });
        setTimeout(again, AGAIN);
      });
    }
  }
}

export class RecordPage {
  /** `page` is the data of the match, `boards` draws its game, `tone(name)` plays a tone. */
  constructor(page, boards, tone) {
    this.page = page;
    this.boards = boards;
    this.tone = tone;
    this.path = `/api/v1/matches/${page.match}/entries`;
    this.cards = boards.cards(page.catalogue);
    this.stops = new Roving(find("board"), { items: "button, [tabindex]", first: "[data-pick]" });
    this.popover = new Popover({ words: page.words, why: () => {} });
    this.live = new LiveReplay({ fetchPage: (after) => this.fetchFrames(after), boards, onGrowth: () => {} });
    const { match, players } = page;
    const about = (pick, prompt) => this.about(pick, prompt);
    this.answers = new Answers(find("answers"), {
      players,
      about,
      show: () => this.show(),
      answer: (seat, picks, label) => this.answer(seat, picks, label),
    });
    this.list = new EntryList(find("entries"), {
      match,
      live: this.live,
      more: find("more"),
      amend: (entry) => this.amendment.begin(entry),
    });
    this.amendment = new Amendment(this);
    this.queue = new EntryQueue({
      match,
      viewer: SCRIBE,
      showState: (state) => this.showState(state),
      showReply: (reply) => this.receive(reply),
    });
    this.typed = new TypedLines({
      queue: this.queue,
      catalogue: page.catalogue,
      labels: this.list.labels,
    });
    this.isLoaded = this.isBehind = false;
    find("back").addEventListener("click", () => this.takeBack());
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
  }

  fetchFrames(after) {
    const { lang } = document.documentElement;
    return get(`/m/${this.page.match}/updates/${after}?lang=${lang}`, { viewer: SCRIBE });
  }

  /** Fetches the questions for the next entry, or for one in the place of entry `number`, and shows them. */
  async ask(number = 0) {
    const { lang } = document.documentElement;
    const [choices] = await Promise.all([
      get(`${this.path}/choices?lang=${lang}&entry=${number}`, { viewer: SCRIBE }),
      this.live.update(),
    ]);
    this.answers.take(choices.questions);
    this.show();
  }

  /** The moment on the board: the last one, or that before an entry that is being amended. */
  get seq() {
    return this.amendment.entry ? this.amendment.entry.seq - 1 : this.live.last;
  }

  show() {
    const scene = this.live.replay.at(this.seq);
    const view = this.view(scene, this.answers.options);
    const hadFocus = [find("board"), find("answers")].some((part) => part.contains(focused()));
    this.boards.draw(find("board"), scene, view);
    find("told").textContent = this.boards.describe(scene, view);
    this.answers.draw(
      new Set(
        queryAll("[data-pick]:not(.taken)", find("board")).flatMap(({ dataset }) => dataset.pick.split(" ")),
      ),
    );
    if (this.live.isOver && !this.amendment.entry)
      find("answers").replaceChildren(h("p", { class: "over" }, t("The match is over.")));
    this.stops.settle();
    if (hadFocus && focused() === document.body) find("answers").focus({ preventScroll: true });
    this.list.draw();
    find("back").disabled = !this.list.last;
  }

  view(scene, options) {
    const { cards, live, page } = this;
    const { catalogue, words } = page;
    return makeView(live.replay, live.moments, this.seq, {
      ...{ catalogue, cards, words, options, flipped: false, reckoned: scene.reckoned },
      pick: (pick) => this.answers.pick(pick),
      about: (anchor, about, how) => this.popover.show(anchor, about, how),
    });
  }

  /** Describes the card of a pick, or nothing. */
  about(pick, prompt) {
    const scene = this.live.replay.at(this.seq);
    return this.boards.about(subject(pick), this.view(scene, new Map()), prompt);
  }

  // -- entries ---------------------------------------------------------------------------------------

  /** Makes an entry of an answer, one at a time. */
  async answer(seat, picks, label) {
    if (this.busy || this.queue.waiting.length) return;
    const entry = { seat, picks, sightings: [] };
    this.refuse();
    if (this.amendment.entry) return this.amendment.replace(entry, label);
    this.wait(true);
    const id = await this.queue.add(entry);
    this.list.labels.set(id, label);
  }

  /** Shows what became of the entries of a reply. */
  async receive(reply) {
    this.isBehind = !this.isLoaded;
    if (this.isBehind) return;
    this.list.add(reply.entries);
    if (reply.refused) {
      await this.refuseEntry(reply.refused);
    } else {
      await withNetwork(() => this.ask());
      this.say();
      this.tone("entered");
    }
    this.wait(false);
  }

  /** Marks the page as busy while an entry is on its way. */
  wait(busy) {
    this.busy = busy;
    find("answers").ariaBusy = String(busy);
  }

  /** Names the card that an entry lacks, or gives the entry up, unless it was typed or others wait for it. */
  async refuseEntry(refusal) {
    const [waiting, ...others] = this.queue.waiting;
    if (refusal.trouble === "incomplete")
      return this.complete(refusal, waiting, {
        replace: (entry) => this.queue.replace(waiting.id, entry),
        leave: async () => {
          await this.queue.drop(waiting.id);
          this.show();
        },
      });
    const words = waiting.text || (this.list.labels.get(waiting.id) ?? "");
    const who = waiting.seat === null ? "" : `${this.page.players[waiting.seat]}${colon}`;
    this.refuse(refusal, irregularity(this, refusal, { seat: waiting.seat, text: `${who}${words}` }));
    if (!waiting.text && !others.length) await this.queue.drop(refusal.id);
  }

  /** Asks for the card that an `entry` lacks; `replace(entry)` sends it with the card. */
  complete(refusal, entry, { replace, leave }) {
    const { seat, picks, sightings = [] } = entry;
    const choose = (card) => {
      this.wait(true);
      replace({ seat, picks, sightings: [...sightings, { card }] });
    };
    const about = (card) => this.about(card, "");
    find("answers").replaceChildren(
      askCandidates(refusal, { players: this.page.players, about, choose, leave }),
    );
    find("answers").focus({ preventScroll: true });
  }

  /** Shows a refusal in the red bar with `more` behind it, or empties the bar. */
  refuse(refusal, ...more) {
    const { game, words } = this.page;
    const content = refusal ? refused({ message: refusal.sentence, rule: refusal.rule }, game, words) : [];
    find("refused").replaceChildren(...content, ...more);
    if (refusal) this.tone("refused");
  }

  /** Shows why a request failed. */
  fail(problem) {
    this.refuse({
      sentence: problem instanceof LostLine ? t("The line is lost; trying again …") : problem.message,
      rule: problem.rule,
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

  showState(state) {
    showQueue(find("line"), state);
    this.typed.show(state);
    if (state.status === "failed") this.fail(state.problem);
    if (["failed", "replaced"].includes(state.status)) this.wait(false);
    if (state.status === "diverged" && this.busy) this.catchUp();
  }

  /** Drops a tap that answered an old question, and shows what another device has entered. */
  async catchUp() {
    const [waiting, ...others] = this.queue.waiting;
    this.wait(false);
    if (waiting.line || others.length) return; // the scribe decides about lines
    await this.queue.drop(waiting.id);
    await this.list.load();
    await this.queue.follow(this.list.last);
    await this.ask();
    this.refuse({ sentence: t("Another device has entered something: look again."), rule: null });
  }

  // -- taking back -----------------------------------------------------------------------------------

  /** Takes the last entry out. */
  async takeBack() {
    if (this.busy || !this.list.last) return;
    const taken = this.list.sentence(this.list.entries.at(-1));
    if (await this.amend(this.list.last, null))
      find("said").textContent = t("Taken back: {entry}", { entry: taken });
  }

  /** Puts `entry`, or nothing, in the place of entry `number`. Returns whether the service did. */
  async amend(number, entry) {
    this.wait(true);
    this.refuse();
    const replaced = this.list.entries[number - 1].id;
    const body = { entry, replaced, reason: t("The scribe corrects an entry.") };
    try {
      const reply = await post(`${this.path}/${number}/amend?lang=${document.documentElement.lang}`, body, {
        viewer: SCRIBE,
      });
      this.list.entries.length = number - 1;
      this.list.add(reply.entries);
      await this.queue.follow(reply.last);
      await this.ask();
      this.say();
      this.tone("entered");
      return true;
    } catch (problem) {
      this.fail(problem);
      return false;
    } finally {
      this.wait(false);
    }
  }
}

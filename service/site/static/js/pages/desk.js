/** The judge's desk, which connects its parts. Hidden data is fetched only at the judge's request. */

/** @import { ReckonedScene } from "../contract.d.ts" */
/** @import { Attempt, DeskData } from "../pages.d.ts" */

import { get, post, refusal } from "../lib/api.js";
import * as boards from "../faces/game/board.js";
import { Act } from "../desk/act.js";
import { Cases } from "../desk/cases.js";
import { Correction } from "../desk/correction.js";
import { Positions } from "../desk/positions.js";
import { RecordState } from "../desk/record.js";
import { RulingForm } from "../desk/ruling.js";
import { WhatIf } from "../desk/what-if.js";
import { data, find, within } from "../lib/dom.js";
import { Replay } from "../replay/replay.js";
import { narration } from "../replay/narration.js";
import * as editor from "../faces/game/editor.js";
import { Why } from "../replay/why.js";
import { t } from "../lib/i18n.js";

/** @type {DeskData} */
const page = data("page");
const { match, game, words } = page;

const PUBLIC = "spectator";
const JUDGE = "judge";
/** @type {Record<string, number>} */
const DIRECTIONS = { ArrowLeft: -1, ArrowRight: 1 };
const FOR_JUDGES = ["rule", "resume", "wonder", "chart"];

/** Runs an action, and shows its refusal. @type {Attempt} */
async function attempt(doing) {
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

class DeskPage {
  /** The viewer: the public, until the judge asks for more. */
  eyes = PUBLIC;

  constructor() {
    const viewer = () => this.eyes;
    const go = (/** @type {number} */ seq) => this.positions.showAct(seq);
    const judging = () => this.judging;
    const rules = new Map();
    this.why = new Why(find("why"), { match, game, viewer, words, go });
    const act = new Act(find, { ...page, viewer, rules, found: (numbers) => this.ruling.suggest(numbers) });
    this.positions = new Positions(find, boards, {
      ...page,
      act,
      moved: () => this.moved(),
      why: (seq, effects) => this.why.of(seq, "", effects),
    });
    const { positions } = this;
    const changed = () => this.ruling.preview();
    this.correction = new Correction(find, { ...page, boards, editor, judging, changed, trouble: attempt });
    this.ruling = new RulingForm(find, {
      ...page,
      positions,
      correction: this.correction,
      rules,
      judging,
      ruled: (number) => this.ruled(number),
      trouble: attempt,
    });
    this.cases = new Cases(find, {
      ...page,
      viewer,
      positions,
      go,
      trouble: attempt,
      chosen: (number) => this.ruling.offer(this.cases.dockets, number),
    });
    this.record = new RecordState(find, { match, viewer, trouble: attempt });
    const heading = (/** @type {ReckonedScene} */ scene) => boards.heading(scene, words);
    this.whatIf = new WhatIf(find, { ...page, viewer, positions, heading, go, trouble: attempt });
  }

  get judging() {
    return this.eyes === JUDGE;
  }

  /** Another act is on the boards: bots play on from there. */
  moved() {
    return this.whatIf.offer();
  }

  /** Fetches the match with the eyes that look, and puts everything on the desk again. */
  async load() {
    const { positions } = this;
    const fetchPage = (/** @type {number} */ after) =>
      get(`/api/v1/matches/${match}/frames?after=${after}`, { viewer: this.eyes });
    const replay = await Replay.whole(fetchPage);
    const story = await narration(match, this.eyes);
    this.correction.clear();
    find("rests").hidden = replay.at(replay.last).status !== "paused";
    await Promise.all([
      positions.show(replay, story.items),
      this.record.load(),
      this.judging ? this.ruling.loadMoments() : undefined,
    ]);
    await this.cases.load();
    find("disputed").hidden = !this.cases.file;
    await this.whatIf.offer();
    const { judging } = this;
    for (const id of FOR_JUDGES) find(id).disabled = !judging;
    const notice = page.over
      ? t("You see everything. The match is over: nothing is recorded any more.")
      : t("You see everything. That you looked is on record.");
    find("seen").textContent = judging
      ? notice
      : t(
          "You see what the public sees. To read cases, to rule and to ask what if, look as judge: that you looked becomes a fact of the match, which everybody may read.",
        );
    find("look").textContent = judging ? t("Look as the public") : t("Look as judge");
    find("eyes").classList.toggle("judge", judging);
  }

  /** Looks with the judge's eyes, or with those of the public again. */
  async look() {
    this.eyes = this.judging ? PUBLIC : JUDGE;
    find("evidence").replaceChildren();
    await this.load();
  }

  /** Ends a pause, such as one that began when a flag fell. */
  async resume() {
    await post(`/api/v1/matches/${match}/resume`, undefined, { viewer: JUDGE });
    await this.load();
  }

  /** @param {number} number */
  async ruled(number) {
    this.cases.number = number;
    await this.load();
    const { last } = this.positions.replay;
    await this.positions.pair(this.positions.seqs.left, last);
  }

  /** Shows the case and the positions that the address names, or those that the case is about. */
  async start() {
    const { cases, positions } = this;
    const address = new URLSearchParams(location.search);
    cases.number = Number(address.get("case"));
    await this.ruling.load();
    await this.load();
    const { last } = positions.replay;
    if (address.has("left"))
      await positions.pair(Number(address.get("left")), Number(address.get("right")) || last);
    else if (!cases.file) await positions.pair(last, last);
    else await cases.showMoments();
  }

  /** Keys of the desk: digits choose an outcome, arrows another act, and Ctrl+Enter rules. @param {KeyboardEvent} event */
  key(event) {
    const rules = event.ctrlKey && event.key === "Enter" && !find("confirm").open && !find("rule").disabled;
    if (rules) find("ruling").requestSubmit();
    const typing = within(
      event,
      "input:not([type=radio], [type=checkbox]), select, textarea, dialog, .story",
    );
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    if (!/^[1-5]$/.test(event.key) && !(direction && !within(event, "[type=radio]"))) return;
    event.preventDefault();
    if (direction) attempt(() => this.positions.step(direction));
    else this.ruling.choose(Number(event.key));
  }
}

const desk = new DeskPage();
find("look").addEventListener("click", () => attempt(() => desk.look()));
find("disputed").addEventListener("click", () => attempt(() => desk.cases.showMoments()));
find("resume").addEventListener("click", () => attempt(() => desk.resume()));
document.addEventListener("keydown", (event) => desk.key(event));
await attempt(() => desk.start());
document.body.dataset.ready = "true";

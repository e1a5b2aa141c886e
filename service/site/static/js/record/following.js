/** The page of a scribe follows what other devices enter and judges correct, by the event stream of the match. */

/** @import { EntriesReply } from "../contract.d.ts" */
/** @import { RecordPage } from "./page.js" */

import { t } from "../lib/i18n.js";
import { linesOf } from "../lib/stream.js";
import { pause, withNetwork } from "./network.js";

const AGAIN = 2000; // milliseconds before the stream is opened again
const AFTER_END = 15_000; // the same after the end, when only corrections follow
const NOT_ALLOWED = [401, 403]; // statuses for a scribe whom another one has replaced

export class Following {
  /** The last fact that the stream has named, and the last one that the page shows with its entries. */
  heard = 0;
  shown = 0;

  /** @type {Promise<void> | undefined} While the news is being shown. */
  catchingUp;

  /**
   * `page` is the page of the scribe. `replaced()` is called when another device enters the match.
   * @param {RecordPage} page @param {() => unknown} replaced
   */
  constructor(page, replaced) {
    this.page = page;
    this.replaced = replaced;
  }

  /** Follows the stream until another scribe has the match. An event source could not say whose eyes these are. */
  async open() {
    for (;;) {
      const status = await this.#read();
      if (NOT_ALLOWED.includes(status)) return this.replaced();
      await pause(status === 204 ? AFTER_END : AGAIN);
    }
  }

  async #read() {
    const path = `/api/v1/matches/${this.page.page.match}/facts?after=${this.shown}`;
    const headers = { Accept: "text/event-stream", "X-Viewer": "scribe" };
    try {
      const response = await fetch(path, { headers });
      if (response.status === 200)
        for await (const line of linesOf(response))
          if (line.startsWith("id:")) this.hear(Number(line.slice(3)));
      return response.status;
    } catch {
      return 0; // the line is lost
    }
  }

  /**
   * Takes note of the reply to entries of this page. Facts of others before them are news all the same.
   * @param {EntriesReply} reply
   */
  follow(reply) {
    const first = reply.entries.length ? reply.entries[0].seq : reply.seq;
    if (first <= this.shown + 1) this.shown = Math.max(this.shown, reply.seq);
    else this.heard = Math.max(this.heard, reply.seq);
  }

  /** Takes note of fact `seq`, and shows the news unless something of this page is on its way: its reply comes first. */
  hear(seq = this.heard) {
    this.heard = Math.max(this.heard, seq);
    if (this.heard <= this.shown || this.page.busy) return this.catchingUp;
    this.catchingUp ??= this.#catchUp().finally(() => (this.catchingUp = undefined));
    return this.catchingUp;
  }

  async #catchUp() {
    while (this.heard > this.shown && !this.page.busy) {
      try {
        await withNetwork(() => this.#showNews());
      } catch (problem) {
        if (NOT_ALLOWED.includes(problem.status)) return;
        await pause(AGAIN);
      }
    }
  }

  /** Shows the board and the entries of others. What was typed and chosen stays where the question is still the same. */
  async #showNews() {
    const { page, heard, shown } = this;
    const { queue, list, amendment, answers, live } = page;
    const isDropped = await page.dropTap();
    await live.update(heard);
    const { last } = live;
    const entries = await list.fetch();
    const isGone = amendment.find(entries);
    const choices = await page.fetchChoices(amendment.entry?.number);
    if (page.busy || this.shown > shown) return; // the reply to an entry of this page is newer
    const isSame = !isDropped && answers.isAbout(choices.questions);
    const isChoosing = answers.chosen.length > 0 || page.isNaming;
    const isNews = entries.at(-1)?.id !== list.entries.at(-1)?.id;
    list.entries = entries;
    if (!isSame) page.take(choices.questions);
    this.shown = Math.max(heard, last);
    page.show(!isSame);
    if (isNews) page.say();
    if (isDropped || isGone || (isChoosing && !isSame))
      page.refuse({
        sentence: t("Another device has entered something: look again."),
        rule: null,
      });
    if (!queue.waiting.length) await queue.follow(list.last);
  }
}

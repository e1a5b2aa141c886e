/** The amendment of an earlier entry: another answer in its place, a look at what no longer holds, and a confirmation. */

/** @import { EntriesReply, RecordedEntry } from "../contract.d.ts" */
/** @import { Entry as Draft } from "../offline/entries.js" */
/** @import { RecordPage } from "./page.js" */

import { post } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { plural, say, t } from "../lib/i18n.js";
import { sure } from "../match/answer/confirm.js";

const KEEPS = plural("{count} later entry holds.", "{count} later entries hold.");
const LOSES = plural("{count} later entry is taken out.", "{count} later entries are taken out.");

export class Amendment {
  /** @type {RecordedEntry | undefined} The entry that is being amended. */
  entry;

  /** `page` is the page of the scribe. @param {RecordPage} page */
  constructor(page) {
    this.page = page;
    this.bar = find("amending");
  }

  /** Shows the board before an entry, and the answers in its place. @param {RecordedEntry} entry */
  async begin(entry) {
    if (this.page.busy) return;
    this.entry = entry;
    const { list } = this.page;
    this.bar.replaceChildren(
      h(
        "span",
        {},
        t("In place of entry {number}: {sentence}", { ...entry, sentence: list.sentence(entry) }),
      ),
      h("button", { type: "button", class: "out", onclick: () => this.replace(null, "") }, t("Take it out")),
      h("button", { type: "button", class: "quiet leave", onclick: () => this.leave() }, t("Cancel")),
    );
    this.bar.hidden = false;
    this.bar.focus({ preventScroll: true });
    this.bar.scrollIntoView({ block: "start" });
    try {
      await this.page.ask(entry.number);
    } catch (problem) {
      this.page.fail(problem);
      await this.leave();
    }
  }

  /** Goes back to the next entry. */
  async leave() {
    this.close();
    await this.page.ask();
  }

  /**
   * Finds the entry among the present ones after somebody else changed them. Returns whether it is gone.
   * @param {RecordedEntry[]} entries
   */
  find(entries) {
    const { entry } = this;
    if (!entry) return false;
    this.entry = entries.find(({ id }) => id === entry.id);
    this.bar.hidden = !this.entry;
    return !this.entry;
  }

  close() {
    this.entry = undefined;
    this.bar.hidden = true;
  }

  /**
   * Previews `answer`, or nothing, in place of the entry, and amends it once the scribe confirms.
   * @param {Draft | null} answer @param {string} label
   @returns {Promise<unknown>} */
  async replace(answer, label) {
    const { page, entry } = this;
    if (!entry) return undefined;
    const { number } = entry;
    const content = answer && { ...answer, id: crypto.randomUUID() };
    const body = { entry: content, reason: t("The scribe corrects an entry.") };
    let reply;
    try {
      const path = `${page.path}/${number}/amend/preview?lang=${document.documentElement.lang}`;
      reply = await post(path, body, { viewer: "scribe" });
    } catch (problem) {
      return page.fail(problem);
    }
    const { refused } = reply;
    if (refused && answer && content?.id === refused.id) {
      if (refused.trouble === "impossible") return page.refuse(refused);
      return page.completion.ask(refused, answer, {
        replace: (/** @type {Draft} */ complete) => {
          page.wait(false); // the preview holds nothing up
          return this.replace(complete, label);
        },
        leave: () => page.ask(number),
      });
    }
    if (!(await sure(label || t("Take it out"), this.reach(reply, entry, content), t("Amend"), t("Cancel"))))
      return undefined;
    this.close();
    return this.send(number, content);
  }

  /** Drops a tap that waits for its card, or takes the last entry out, unless news that just arrives changes it. */
  async takeBack() {
    const { page } = this;
    const { list } = page;
    const id = list.entries.at(-1)?.id;
    if (page.busy) return;
    if (page.queue.waiting.length === 1 && (await page.dropTap())) {
      page.refuse();
      page.take(page.answers.questions);
      page.show();
      return;
    }
    if (!id) return;
    await page.following.hear();
    if (page.busy) return;
    const last = list.entries.at(-1);
    if (last?.id !== id) {
      page.refuse({ sentence: t("Another device has entered something: look again."), rule: null });
      return;
    }
    const taken = list.sentence(last);
    if (await this.send(list.last, null))
      find("said").textContent = t("Taken back: {entry}", { entry: taken });
  }

  /**
   * Puts `entry`, or nothing, in the place of entry `number`. Returns whether the service did.
   * @param {number} number @param {(Draft & {id: string}) | null} entry
   */
  async send(number, entry) {
    const { page } = this;
    page.wait(true);
    page.refuse();
    const replaced = page.list.entries[number - 1].id;
    const body = { entry, replaced, reason: t("The scribe corrects an entry.") };
    try {
      const path = `${page.path}/${number}/amend?lang=${document.documentElement.lang}`;
      const reply = await post(path, body, { viewer: "scribe" });
      page.list.entries.length = number - 1;
      page.list.add(reply.entries);
      page.following.heard = Math.max(page.following.heard, reply.seq); // others may have amended earlier entries
      await page.queue.follow(reply.last);
      await page.ask();
      page.say();
      page.tone("entered");
      return true;
    } catch (problem) {
      page.fail(problem);
      return false;
    } finally {
      page.wait(false);
    }
  }

  /**
   * What an amendment leaves of the later entries, in words.
   * @param {EntriesReply} reply @param {RecordedEntry} entry @param {unknown} content
   */
  reach({ entries, refused }, { number }, content) {
    const later = this.page.list.last - number;
    const holds = entries.length - (content && entries.length ? 1 : 0);
    const first = refused && this.page.list.entries.find(({ id }) => id === refused.id);
    return [
      later > 0 && say(KEEPS, { count: holds }),
      later > holds && say(LOSES, { count: later - holds }),
      first &&
        t("Entry {number} does not hold any more: {sentence}", { ...first, sentence: refused.sentence }),
      refused?.difference?.sentence && this.difference(refused.difference),
    ]
      .filter(Boolean)
      .join(" ");
  }

  /**
   * The fact of an earlier entry that stands on one line alone, in words.
   * @param {NonNullable<NonNullable<EntriesReply["refused"]>["difference"]>} fact
   */
  difference(fact) {
    return fact.new
      ? t("Entry {entry} now leads to this: {sentence}", fact)
      : t("Entry {entry} does not lead to this any more: {sentence}", fact);
  }
}

/** The amendment of an earlier entry: another answer in its place, a look at what no longer holds, and a confirmation. */

import { post } from "../lib/api.js";
import { find, h } from "../lib/dom.js";
import { plural, say, t } from "../lib/i18n.js";
import { sure } from "../match/answer/confirm.js";

const KEEPS = plural("{count} later entry holds.", "{count} later entries hold.");
const LOSES = plural("{count} later entry is taken out.", "{count} later entries are taken out.");

export class Amendment {
  /** `page` is the page of the scribe. */
  constructor(page) {
    this.page = page;
    this.entry = undefined;
    this.bar = find("amending");
  }

  /** Shows the board before an entry, and the answers in its place. */
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

  close() {
    this.entry = undefined;
    this.bar.hidden = true;
  }

  /** Previews `answer`, or nothing, in place of the entry, and amends it once the scribe confirms. */
  async replace(answer, label) {
    const { page, entry } = this;
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
    if (refused && content?.id === refused.id) {
      if (refused.trouble === "impossible") return page.refuse(refused);
      return page.complete(refused, answer, {
        replace: (complete) => this.replace(complete, label),
        leave: () => page.show(),
      });
    }
    if (!(await sure(label || t("Take it out"), this.reach(reply, content), t("Amend"), t("Cancel"))))
      return undefined;
    this.close();
    return page.amend(number, content);
  }

  /** What an amendment leaves of the later entries, in words. */
  reach({ entries, refused }, content) {
    const later = this.page.list.last - this.entry.number;
    const holds = entries.length - (content && entries.length ? 1 : 0);
    const first = refused && this.page.list.entries.find(({ id }) => id === refused.id);
    return [
      say(KEEPS, { count: holds }),
      later > holds && say(LOSES, { count: later - holds }),
      first &&
        t("Entry {number} does not hold any more: {sentence}", { ...first, sentence: refused.sentence }),
    ]
      .filter(Boolean)
      .join(" ");
  }
}

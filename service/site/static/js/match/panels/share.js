/** A moment to pass on: its link for these eyes, a picture, a frame for other pages, the match as a file. */

import { get, Problem } from "../../lib/api.js";
import { keep, query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

export class Share {
  /**
   * `here()` returns the address of the view; `eyes()` the viewer; `moment()` the number of its fact.
   * @param {HTMLDialogElement} dialog
   * @param {{match: string, here: () => URL, eyes: () => string, moment: () => number}} options
   */
  constructor(dialog, { match, here, eyes, moment }) {
    this.dialog = dialog;
    this.match = match;
    this.here = here;
    this.eyes = eyes;
    this.moment = moment;
    this.link = query("#share-link", dialog);
    this.frame = query("#share-frame", dialog);
    this.said = query("#share-said", dialog);
    /** @param {string} id @param {() => Promise<void>} act */
    const on = (id, act) =>
      query(id, dialog).addEventListener("click", () =>
        act().catch((/** @type {Error} */ problem) => this.say(problem.message)),
      );
    on("#share-copy", () => this.copy(this.link));
    on("#share-copy-frame", () => this.copy(this.frame));
    on("#share-send", () => navigator.share({ title: document.title, url: this.link.value }));
    on("#share-json", () => this.keep("application/json", "json"));
    on("#share-text", () => this.keep("text/plain", "game"));
    query("#share-send", dialog).hidden = !navigator.share;
  }

  async open() {
    const url = this.here().href;
    this.link.value = url;
    this.frame.value = "";
    this.say("");
    query("#share-picture", this.dialog).href = `/m/${this.match}/picture.png?seq=${this.moment()}`;
    query("#share-moving", this.dialog).href = `/m/${this.match}/picture.gif?seq=${this.moment()}`;
    const sheet = `/m/${this.match}/print?as=${this.eyes()}`;
    query("#share-sheet", this.dialog).href = sheet;
    query("#share-moment-sheet", this.dialog).href = `${sheet}&seq=${this.moment()}`;
    query("#share-html", this.dialog).href = `/m/${this.match}/replay.html?as=${this.eyes()}`;
    this.dialog.showModal();
    this.link.select();
    this.frame.value = (await get(`/oembed?url=${encodeURIComponent(url)}`)).html;
  }

  /**
   * Copies the content of a field, or selects it if the browser forbids that.
   * @param {HTMLInputElement | HTMLTextAreaElement} field
   */
  async copy(field) {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    this.say(
      navigator.clipboard ? t("It is copied.") : t("It is marked: copy it with the keys of your browser."),
    );
  }

  /** Saves the match as these eyes may see it. @param {string} form @param {string} ending */
  async keep(form, ending) {
    const headers = { Accept: form, "X-Viewer": this.eyes() };
    const reply = await fetch(`/api/v1/matches/${this.match}/export`, { headers });
    if (!reply.ok) throw new Problem(await reply.json());
    keep(await reply.blob(), `${this.match}.${this.eyes()}.${ending}`);
  }

  /** @param {string} text */
  say(text) {
    this.said.textContent = text;
  }
}

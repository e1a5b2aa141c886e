/** Commentaries: notes on the moments of a match, which every visitor may write. */

/** @import { Commentary, CommentarySummary, Note } from "../../contract.d.ts" */
/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { get, post, send } from "../../lib/api.js";
import { data, find, h, query, queryAll } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { emit, on } from "../events.js";
import { storyLine } from "../../replay/story-line.js";
import { elementsOf, idAt } from "../../lib/data-ids.js";
import { openTab } from "./tabs.js";

/** @type {MatchData} */
const {
  match,
  words: { names },
} = data("page");

/**
 * The title of a commentary and its author. “✓” marks an account and cannot be part of a name.
 * @param {Pick<Commentary, "title" | "author" | "account">} commentary
 */
const by = ({ title, author, account }) =>
  t("{title}, by {author}", { title, author: account ? `${author} ✓` : author });
/** @param {string[]} ids */
const marksText = (ids) => t("Marked: {marks}", { marks: ids.map((id) => names[id] ?? id).join(", ") });

class Commentaries {
  /** @type {Moment} The moment on the page (see events.js). Undefined until one is shown. */
  moment = /** @type {any} */ (undefined);
  /** @type {Commentary | null} The commentary that is open, with its notes. */
  shown = null;
  /** @type {Set<string>} The commentaries that this browser may write. */
  ownIds = new Set();
  /** @type {string[]} The marks of the edited note on the board. */
  marks = [];
  /** The fact that the note that is being written is about. */
  seq = 0;

  constructor() {
    find("note-form").addEventListener("submit", (/** @type {Event} */ event) =>
      this.try(event, () => this.save()),
    );
    find("note-unsay").addEventListener("click", (/** @type {MouseEvent} */ event) =>
      this.try(event, () => this.unsay()),
    );
    find("commentary-end").addEventListener("click", (/** @type {MouseEvent} */ event) =>
      this.try(event, () => this.end()),
    );
    find("commentary-form").addEventListener("submit", (/** @type {Event} */ event) =>
      this.try(event, () => this.start(find("commentary-form"))),
    );
    find("commentary").addEventListener("change", () => this.open(find("commentary").value));
    find("board").addEventListener("click", (/** @type {MouseEvent} */ event) => this.tap(event), true);
    const linked = new URLSearchParams(location.search).get("notes");
    if (linked) openTab("review");
    on("moment", (moment) => this.follow(moment, linked));
  }

  get viewer() {
    return this.moment?.viewer ?? "";
  }

  /** @param {number} seq */
  at(seq) {
    return this.shown?.notes.find((note) => note.seq === seq);
  }

  /** The notes that may be read already. */
  get notes() {
    return (this.shown?.notes ?? []).filter(({ seq }) => !this.moment.quiet || seq <= this.moment.seq);
  }

  /** The path of the note about fact `seq`. @param {number} seq */
  path(seq) {
    return `/api/v1/commentaries/${this.shown?.id}/notes/${seq}`;
  }

  /**
   * Goes along with the page; `linked` is the commentary that the address names.
   * @param {Moment} moment @param {string | null} linked
   */
  follow(moment, linked) {
    const before = this.moment;
    this.moment = moment;
    if (before?.viewer !== moment.viewer) {
      /** @param {Error} error */
      const refused = ({ message }) => (find("notes-trouble").textContent = message);
      this.load(before ? this.shown?.id : linked).catch(refused);
    } else if (before.seq !== moment.seq || before.quiet !== moment.quiet) this.draw();
    else this.choose(this.marks);
  }

  /** Lists the commentaries, and opens the one called `id`, or the first. @param {string | null | undefined} id */
  async load(id) {
    /** @type {{mine: string[], commentaries: CommentarySummary[]}} */
    const notes = await get(`/m/${match}/commentaries`, { viewer: this.viewer });
    this.ownIds = new Set(notes.mine);
    const listed = notes.commentaries;
    find("notes-count").textContent = listed.length || "";
    find("notes-which").hidden = listed.length < 2;
    find("commentary").replaceChildren(...listed.map((each) => h("option", { value: each.id }, by(each))));
    await this.open(listed.find((each) => each.id === id)?.id ?? listed[0]?.id);
  }

  /** @param {string | undefined} id */
  async open(id) {
    if (id !== this.shown?.id) this.seq = 0;
    this.shown = id ? await get(`/m/${match}/commentaries/${id}`, { viewer: this.viewer }) : null;
    find("commentary").value = id ?? "";
    const link = id && new URL(`?${new URLSearchParams({ notes: id })}`, location.href).href;
    find("notes-link").value = link ?? "";
    this.draw();
  }

  /** Runs the action of a button, and shows its refusal. @param {Event} event @param {() => Promise<void>} act */
  async try(event, act) {
    event.preventDefault();
    find("notes-trouble").textContent = "";
    try {
      await act();
    } catch (problem) {
      find("notes-trouble").textContent = problem.message;
    }
  }

  draw() {
    const { moment, shown, notes } = this;
    const note = this.at(moment.seq);
    const isOwn = shown !== null && this.ownIds.has(shown.id);
    find("notes-by").hidden = !shown;
    find("notes-by").textContent = shown ? by(shown) : "";
    find("notes-share").hidden = !shown;
    find("note").replaceChildren(
      h(
        "p",
        { class: note ? "text" : "quiet" },
        note?.text ?? (shown ? t("Nothing is said of this moment.") : t("No commentary yet.")),
      ),
      note?.marks.length ? h("p", { class: "quiet" }, marksText(note.marks)) : "",
    );
    find("notes-list").replaceChildren(...notes.map((each) => this.item(each)));
    find("note-form").hidden = !isOwn;
    this.compose(isOwn);
    for (const line of queryAll(".noted", find("story"))) line.classList.remove("noted");
    for (const { seq } of notes) storyLine(seq)?.classList.add("noted");
    this.scrub();
  }

  /**
   * Lets the form be about the moment that is shown, unless something is written in it that is not kept yet.
   * @param {boolean} isOwn
   */
  compose(isOwn) {
    const { seq } = this.moment;
    const storedNote = () => this.at(this.seq);
    const draft = isOwn && this.seq && find("note-text").value !== (storedNote()?.text ?? "");
    if (!draft) {
      this.seq = seq;
      find("note-text").value = storedNote()?.text ?? "";
    }
    find("note-of").textContent = t("What do you say of fact {seq}?", { seq: this.seq });
    find("note-unsay").hidden = !storedNote();
    this.choose(draft ? this.marks : (this.at(seq)?.marks ?? []));
  }

  /** @param {Note} note */
  item({ seq, text }) {
    /** @param {MouseEvent} event */
    const go = (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      emit("go", seq);
    };
    return h(
      "li",
      { "aria-current": seq === this.moment.seq ? "step" : null },
      h(
        "a",
        { href: `?${new URLSearchParams({ seq: String(seq), notes: this.shown?.id ?? "" })}`, onclick: go },
        h("b", {}, t("Fact {seq}", { seq })),
        " ",
        text.length > 90 ? `${text.slice(0, 90)}…` : text,
      ),
    );
  }

  /** Puts a mark on the scrubber for every note. */
  scrub() {
    const { first, last } = this.moment;
    const track = query(".track", find("scrubber"));
    const layer = query(".noted-marks", track) ?? h("div", { class: "noted-marks", "aria-hidden": "true" });
    if (!layer.isConnected) track.append(layer);
    layer.replaceChildren(
      ...this.notes.map(({ seq }) => {
        const mark = h("i", {});
        mark.style.setProperty("left", `${(100 * (seq - first)) / Math.max(1, last - first)}%`);
        return mark;
      }),
    );
  }

  /** Outlines things on the board: those of the note that is shown or written. @param {string[]} ids */
  choose(ids) {
    this.marks = ids;
    for (const element of queryAll(".marked", find("board"))) element.classList.remove("marked");
    for (const id of ids)
      for (const element of elementsOf(find("board"), id)) element.classList.add("marked");
    find("note-marks").textContent = ids.length ? marksText(ids) : "";
  }

  /** Toggles the mark of a tapped thing on the board while marks are edited. @param {MouseEvent} event */
  tap(event) {
    const id = find("note-marking").checked && idAt(/** @type {Element} */ (event.target));
    if (!id) return;
    event.stopPropagation();
    event.preventDefault();
    const { marks } = this;
    this.choose(marks.includes(id) ? marks.filter((each) => each !== id) : [...marks, id]);
  }

  async save() {
    await send("PUT", this.path(this.seq), { text: find("note-text").value, marks: this.marks });
    find("note-marking").checked = false;
    await this.open(this.shown?.id);
  }

  async unsay() {
    await send("DELETE", this.path(this.seq));
    find("note-text").value = "";
    this.seq = 0;
    await this.open(this.shown?.id);
  }

  /** @param {HTMLFormElement} form */
  async start(form) {
    const { title, author } = /** @type {any} */ (form.elements);
    const body = { title: title.value, author: author?.value ?? "" };
    const created = await post(`/m/${match}/commentaries`, body, { viewer: this.viewer });
    form.reset();
    find("commentary-new").open = false;
    await this.load(created.id);
  }

  async end() {
    if (!confirm(t("Delete the whole commentary?"))) return;
    await send("DELETE", `/api/v1/commentaries/${this.shown?.id}`);
    await this.load("");
  }
}

new Commentaries();

/** The entries of a recording as sentences, the last one first. */

/** @import { Replay } from "../replay/replay.js" */
/** @import { Line, RecordedEntry } from "../contract.d.ts" */
/** @import { LiveReplay } from "../match/live-replay.js" */

import { getAll } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const FEW = 5; // entries in sight at first
const MOST = 4; // sentences of one entry
const PARTY = /^(scribe$|judge:|organizer:|seat:)/;

export class EntryList {
  /** @type {RecordedEntry[]} */
  entries = [];
  /** @type {Map<string, string>} */
  labels = new Map();

  /**
   * Draws entries into `root`; `more` shows all of them; `amend(entry)` begins an amendment.
   * @param {HTMLElement} root
   * @param {{match: string, live: LiveReplay, amend: (entry: RecordedEntry) => void, more: HTMLElement}} options
   */
  constructor(root, { match, live, amend, more }) {
    this.root = root;
    this.match = match;
    this.live = live;
    this.amend = amend;
    this.more = more;
    this.count = FEW;
    more.addEventListener("click", () => {
      this.count = Infinity;
      this.draw();
    });
  }

  /** The number of the last entry. */
  get last() {
    return this.entries.length;
  }

  /** Reads all entries of the present line from the service. */
  async load() {
    this.entries = await this.fetch();
  }

  /** Returns all entries of the present line. @returns {Promise<RecordedEntry[]>} */
  async fetch() {
    const list = await getAll(`/api/v1/matches/${this.match}/entries?limit=1000`, { viewer: "scribe" });
    return list.items;
  }

  /**
   * Adds written entries, of which the first may follow on an earlier one; `labels` are the answers in words by id.
   * @param {RecordedEntry[]} entries
   */
  add(entries) {
    for (const entry of entries) this.entries.splice(entry.number - 1, Infinity, entry);
  }

  /** An entry in words: what followed from it, or its answer. @param {RecordedEntry} entry */
  sentence(entry) {
    /** @type {Replay} */
    const replay = this.live.replay;
    const frames = replay.frames;
    const next = frames.findIndex(({ seq, by }) => seq > entry.seq && PARTY.test(by ?? ""));
    const until = next < 0 ? Infinity : frames[next].seq;
    /** @param {Line} line */
    const asks = ({ seq }) =>
      frames[seq - replay.first - 1]?.changes.some(([path, now]) => path[0] === "question" && now);
    const lines = replay.lines.filter((line) => line.seq > entry.seq && line.seq < until && !asks(line));
    /** @param {Line[]} some */
    const join = (some) =>
      some
        .slice(0, MOST)
        .map(({ text }) => text)
        .join(" ");
    const acts = join(lines.filter(({ folded }) => !folded));
    return acts || this.labels.get(entry.id) || join(lines) || t("Entry {number}", { number: entry.number });
  }

  draw() {
    const shown = this.entries.slice(-this.count).toReversed();
    this.root.setAttribute("start", String(this.last));
    this.root.replaceChildren(
      ...shown.map((entry) =>
        h(
          "li",
          { "data-entry": entry.number, "data-id": entry.id },
          h(
            "button",
            { type: "button", class: "quiet", onclick: () => this.amend(entry) },
            this.sentence(entry),
          ),
        ),
      ),
    );
    this.more.hidden = shown.length === this.last;
  }
}

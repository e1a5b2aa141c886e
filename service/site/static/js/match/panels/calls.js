/** Calls players by the title and its icon, a banner, and optionally a sound and notifications. */

/** @import { Table } from "../events.js" */
/** @import { MatchData } from "../../pages.d.ts" */

import { confirms, setConfirms } from "../answer/confirm.js";
import { data, find, query } from "../../lib/dom.js";
import { say, t } from "../../lib/i18n.js";
import { on } from "../events.js";

/** @type {MatchData} */
const { match, seats } = data("page");
const icon = query('link[rel="icon"]');
const plain = { title: document.title, icon: icon.href };
const BANNER = 2500; // milliseconds
const KEY = `cases ${match}`;

/** @param {string} kind */
const wants = (kind) => localStorage.getItem(`call ${kind}`) === "true";

/** Two soft notes. */
function sound() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, index) => {
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + index * 0.14;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.32);
    note.onended = index ? () => audio.close() : null;
  });
}

/** @param {string} sentence */
function notify(sentence) {
  if (wants("sound")) sound();
  if (wants("notify") && document.hidden && globalThis.Notification?.permission === "granted") {
    const notification = new Notification(sentence, { body: plain.title, icon: plain.icon, tag: match });
    notification.onclick = () => window.focus();
  }
}

/**
 * News about the cases since the last look of this browser: a sentence and the case, or nothing.
 * @param {Table["cases"]} cases
 */
function news(cases) {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.setItem(KEY, JSON.stringify(cases));
  if (stored === null) return undefined;
  const before = JSON.parse(stored);
  const ownSeats = seats.map((seat) => `seat:${seat}`);
  const item = cases.findLast(({ number, status, by }) => {
    const previous = before[number - 1];
    return previous
      ? status !== previous.status && ["ruled", "closed"].includes(status)
      : !ownSeats.includes(by);
  });
  return (
    item && {
      number: item.number,
      sentence: say(
        ["ruled", "closed"].includes(item.status)
          ? t("A ruling was made in case {number}.")
          : t("Case {number} was opened in this match."),
        item,
      ),
    }
  );
}

class Calls {
  /** @type {boolean | undefined} Whether it is the turn of a player here. Undefined at first. */
  turn;
  /** Whether a call for a turn is due. */
  due = false;
  /** Whether no facts are being played. */
  still = true;
  /** News about a case, until they are read. */
  call = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  hiding;

  constructor() {
    on("players", ({ before, players }) => {
      plain.title = plain.title.replace(before, players);
      this.head();
    });
    on("moment", ({ still }) => {
      this.still = still;
      this.callToTurn();
    });
    on("table", (table) => this.updateFrom(table));
    query("#case-call button").addEventListener("click", () => {
      find("case-call").hidden = true;
      this.call = "";
      this.head();
    });
  }

  /** Shows the call in the title and the icon of the page. */
  head() {
    const { call, turn } = this;
    const parts = [call && `⚖ ${call}`, turn && `● ${t("Your turn")}`, plain.title];
    document.title = parts.filter(Boolean).join(" · ");
    const mark = call ? "mark-case.svg" : "mark-turn.svg";
    icon.href = call || turn ? plain.icon.replace("mark.svg", mark) : plain.icon;
  }

  /**
   * Updates from the table: the active player, and news about cases.
   * @param {Table} table
   */
  updateFrom({ asked, cases, viewer }) {
    const now = asked !== null && seats.includes(asked) && !query("#study-tools, #lesson");
    this.due = now && (this.due || this.turn === false);
    this.turn = now;
    if (!now) find("call").hidden = true;
    this.callToTurn();
    const about = seats.length ? news(cases) : undefined;
    if (about) {
      this.call = about.sentence;
      find("case-call").firstElementChild.textContent = about.sentence;
      query("#case-call a").href = `/m/${match}/cases/${about.number}?as=${viewer}`;
      find("case-call").hidden = false;
      notify(about.sentence);
    }
    this.head();
  }

  /** Calls the player after the animation of the facts before the turn. */
  callToTurn() {
    if (!this.due || !this.still) return;
    this.due = false;
    this.banner(t("Your turn"));
    notify(t("Your turn"));
  }

  /** @param {string} sentence */
  banner(sentence) {
    clearTimeout(this.hiding);
    find("call").textContent = sentence;
    find("call").hidden = false;
    this.hiding = setTimeout(() => (find("call").hidden = true), BANNER);
  }
}

new Calls();

find("call-sound").checked = wants("sound");
find("call-notify").checked = wants("notify");
find("call-confirm").checked = confirms();
find("call-confirm").addEventListener("change", () => setConfirms(find("call-confirm").checked));
find("call-sound").addEventListener("change", () => {
  const { checked } = find("call-sound");
  localStorage.setItem("call sound", String(checked));
  if (checked) sound();
});
find("call-notify").addEventListener(
  "change",
  async (/** @type {{target: HTMLInputElement}} */ { target }) => {
    if (target.checked && (await globalThis.Notification?.requestPermission()) !== "granted") {
      target.checked = false;
      find("preferences-said").textContent = t("Your browser shows no notifications of this page.");
    }
    localStorage.setItem("call notify", String(target.checked));
  },
);

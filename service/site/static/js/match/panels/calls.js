/** Calls whoever plays: by the title and its picture, a banner, and if wanted by a sound and the browser's notifications. */

/** @import { Table } from "../events.js" */

import { confirms, setConfirms } from "../answer/confirm.js";
import { data, find, one } from "../../lib/dom.js";
import { say, t } from "../../lib/i18n.js";
import { on } from "../events.js";

const { match, seats } = data("page");
const icon = one('link[rel="icon"]');
const plain = { title: document.title, icon: icon.href };
const BANNER = 2500; // milliseconds
const KEY = `cases ${match}`;

const wants = (what) => localStorage.getItem(`call ${what}`) === "true";

/** Two soft notes. */
function sound() {
  const audio = new AudioContext();
  [660, 880].forEach((pitch, place) => {
    const [note, volume] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + place * 0.14;
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.32);
    note.onended = place ? () => audio.close() : null;
  });
}

function tell(sentence) {
  if (wants("sound")) sound();
  if (wants("notify") && document.hidden && globalThis.Notification?.permission === "granted") {
    const shown = new Notification(sentence, { body: plain.title, icon: plain.icon, tag: match });
    shown.onclick = () => window.focus();
  }
}

/** What is new about the cases since this browser looked last: a sentence and the case, or nothing. */
function news(cases) {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.setItem(KEY, JSON.stringify(cases));
  if (kept === null) return undefined;
  const before = JSON.parse(kept);
  const mine = seats.map((seat) => `seat:${seat}`);
  const found = cases.findLast(({ number, status, by }) => {
    const known = before[number - 1];
    return known ? status !== known.status && ["ruled", "closed"].includes(status) : !mine.includes(by);
  });
  return (
    found && {
      number: found.number,
      sentence: say(
        ["ruled", "closed"].includes(found.status)
          ? t("A ruling was made in case {number}.")
          : t("Case {number} was opened in this match."),
        found,
      ),
    }
  );
}

class Calls {
  /** @type {boolean | undefined} Whether it is the turn of somebody here; not known at first. */
  turn;
  /** Whether somebody is to be told that it is their turn. */
  due = false;
  /** Whether no facts are being played. */
  still = true;
  /** What is new about a case, until somebody has seen it. */
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
    on("table", (table) => this.hear(table));
    one("#case-call button").addEventListener("click", () => {
      find("case-call").hidden = true;
      this.call = "";
      this.head();
    });
  }

  /** Shows in the title of the page, and in its picture, that somebody is called. */
  head() {
    const { call, turn } = this;
    const parts = [call && `⚖ ${call}`, turn && `● ${t("Your turn")}`, plain.title];
    document.title = parts.filter(Boolean).join(" · ");
    const mark = call ? "mark-case.svg" : "mark-turn.svg";
    icon.href = call || turn ? plain.icon.replace("mark.svg", mark) : plain.icon;
  }

  /**
   * Takes in how the table stands: whose turn it is, and what is new about its cases.
   * @param {Table} table
   */
  hear({ asked, cases, viewer }) {
    const now = asked !== null && seats.includes(asked);
    this.due = now && (this.due || this.turn === false);
    this.turn = now;
    if (!now) find("call").hidden = true;
    this.callToTurn();
    const about = seats.length ? news(cases) : undefined;
    if (about) {
      this.call = about.sentence;
      find("case-call").firstElementChild.textContent = about.sentence;
      one("#case-call a").href = `/m/${match}/cases/${about.number}?as=${viewer}`;
      find("case-call").hidden = false;
      tell(about.sentence);
    }
    this.head();
  }

  /** Tells that it is somebody's turn, once they have seen what led to it. */
  callToTurn() {
    if (!this.due || !this.still) return;
    this.due = false;
    this.banner(t("Your turn"));
    tell(t("Your turn"));
  }

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
find("call-confirm").addEventListener("change", ({ target }) => setConfirms(target.checked));
find("call-sound").addEventListener("change", ({ target }) => {
  localStorage.setItem("call sound", String(target.checked));
  if (target.checked) sound();
});
find("call-notify").addEventListener("change", async ({ target }) => {
  if (target.checked && (await globalThis.Notification?.requestPermission()) !== "granted") {
    target.checked = false;
    find("preferences-said").textContent = t("Your browser shows no notifications of this page.");
  }
  localStorage.setItem("call notify", String(target.checked));
});

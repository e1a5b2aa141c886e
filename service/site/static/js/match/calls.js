/** Calls whoever plays: by the title and its picture, a banner, and if wanted by a sound and the browser's notifications. */

import { confirms, setConfirms } from "./confirm.js";
import { data, find, one } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { on } from "./events.js";

const { match, seats, table: words } = data("page");
const icon = one('link[rel="icon"]');
const plain = { title: document.title, icon: icon.href };
const BANNER = 2500; // milliseconds
const KEY = `cases ${match}`;
let turn;
let due = false; // somebody is to be told that it is their turn
let still = true; // no facts are being played
let call = "";

const wants = (what) => localStorage.getItem(`call ${what}`) === "true";

function head() {
  document.title = [call && `⚖ ${call}`, turn && `● ${words.yourTurn}`, plain.title]
    .filter(Boolean)
    .join(" · ");
  icon.href =
    call || turn ? plain.icon.replace("mark.svg", call ? "mark-case.svg" : "mark-turn.svg") : plain.icon;
}

on("players", ({ before, players }) => {
  plain.title = plain.title.replace(before, players);
  head();
});

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

let hiding;
function banner(sentence) {
  clearTimeout(hiding);
  find("call").textContent = sentence;
  find("call").hidden = false;
  hiding = setTimeout(() => (find("call").hidden = true), BANNER);
}

/** Tells that it is somebody's turn, once they have seen what led to it. */
function callToTurn() {
  if (!due || !still) return;
  due = false;
  banner(words.yourTurn);
  tell(words.yourTurn);
}

on("moment", (detail) => {
  still = detail.still;
  callToTurn();
});

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
      sentence: say(["ruled", "closed"].includes(found.status) ? words.ruled : words.caseOpened, found),
    }
  );
}

on("table", ({ asked, cases, viewer }) => {
  const now = asked !== null && seats.includes(asked);
  due = now && (due || turn === false);
  turn = now;
  callToTurn();
  const about = seats.length ? news(cases) : undefined;
  if (about) {
    call = about.sentence;
    find("case-call").firstElementChild.textContent = call;
    find("case-call").querySelector("a").href = `/m/${match}/cases/${about.number}?as=${viewer}`;
    find("case-call").hidden = false;
    tell(call);
  }
  head();
});

find("case-call")
  .querySelector("button")
  .addEventListener("click", () => {
    find("case-call").hidden = true;
    call = "";
    head();
  });

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
    find("preferences-said").textContent = words.refused;
  }
  localStorage.setItem("call notify", String(target.checked));
});

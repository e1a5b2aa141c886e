/** The set phrases of the players: the last ones as a list, a new one for a moment above the board, and buttons to send. */

/** @import { SentPhrase } from "../../contract.d.ts" */
/** @import { MatchData } from "../../pages.d.ts" */

import { get, LostLine, post } from "../../lib/api.js";
import { data, find, h, queryAll } from "../../lib/dom.js";
import { colon, t } from "../../lib/i18n.js";
import { store, storedValue } from "../../lib/preferences.js";
import { on } from "../events.js";
import { isHidden } from "./muting.js";
import { isOpen } from "./tabs.js";

/** @type {MatchData} */
const { match, seats, over } = data("page");
const { lang } = document.documentElement;
const sentences = data("set-phrases");
const list = find("phrases");
const count = find("tab-talk").querySelector(".count");
const READ = `recount.read ${match}`;
const SHOWN = 5000; // milliseconds of a new phrase above the board

/** @type {SentPhrase[] | undefined} Undefined until the phrases are loaded. */
let phrases;
/** @type {{player: string | null, id: string | null}[]} */
let sitting = [];
let viewer = "";
let lastRead = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/** @param {{seat: number}} phrase */
const nameOf = ({ seat }) => sitting[seat]?.player ?? t("Seat {number}", { number: seat + 1 });
const audible = () => (phrases ?? []).filter((phrase) => !isHidden(sitting[phrase.seat]?.id));
/** @param {SentPhrase} phrase */
const timeOf = ({ at }) =>
  new Date(at ?? "").toLocaleTimeString(lang, { hour: "numeric", minute: "2-digit" });

/** @param {SentPhrase} phrase */
function item(phrase) {
  return h(
    "li",
    { "data-own": seats.includes(phrase.seat) },
    h("b", {}, h("bdi", {}, nameOf(phrase))),
    " ",
    h("span", {}, sentences[phrase.phrase]),
    " ",
    h("time", { datetime: phrase.at }, timeOf(phrase)),
  );
}

function draw() {
  const shown = audible();
  list.replaceChildren(...shown.map(item));
  find("phrases-log").hidden = !shown.length;
  find("phrases-log").scrollTop = find("phrases-log").scrollHeight;
  find("phrases-none").hidden = shown.length > 0;
  if (isOpen("talk") && phrases?.length) store(READ, (lastRead = phrases[phrases.length - 1].number));
  const unread = shown.filter(({ number, seat }) => number > lastRead && !seats.includes(seat)).length;
  count.textContent = unread ? String(unread) : "";
}

/** Shows a new phrase above the board for a moment. @param {SentPhrase} phrase */
function announce(phrase) {
  clearTimeout(hiding);
  find("spoken").textContent = `${nameOf(phrase)}${colon}${sentences[phrase.phrase]}`;
  hiding = setTimeout(() => (find("spoken").textContent = ""), SHOWN);
}

on("phrases", (detail) => {
  const before = phrases?.at(-1)?.number ?? 0;
  const isFirst = phrases === undefined;
  phrases = detail;
  if (isFirst) lastRead = storedValue(READ, 0);
  const fresh = audible().filter(({ number, seat }) => number > before && !seats.includes(seat));
  if (!isFirst && fresh.length && !isOpen("talk")) announce(fresh[fresh.length - 1]);
  draw();
});
on("table", (table) => {
  sitting = table.seats;
  viewer = table.viewer;
  if (phrases) draw();
});
on("muted", draw);
on("tab", async (tab) => {
  if (tab !== "tab-talk") return;
  if (!phrases && over) phrases = (await get(`/api/v1/matches/${match}/phrases`, { viewer: reader() })).items;
  draw();
});

for (const button of queryAll("[data-phrase]")) {
  button.addEventListener("click", async () => {
    const trouble = find("phrases-trouble");
    trouble.textContent = "";
    try {
      const { phrase } = button.dataset;
      await post(`/api/v1/matches/${match}/phrases`, { phrase }, { viewer: speaker() });
    } catch (problem) {
      trouble.textContent = problem instanceof LostLine ? t("The service was not reached.") : problem.message;
    }
  });
}

/** The eyes that read: players of a private match read as such, although they look on as the public. */
const reader = () => (seats.length ? speaker() : viewer);

/** The seat that speaks: the one that this browser looks with, or its first. */
const speaker = () => (viewer.startsWith("seat-") ? viewer : `seat-${seats[0]}`);

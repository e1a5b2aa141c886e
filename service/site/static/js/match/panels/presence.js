/** The presence of the players in the title of the page and in the list of people, and the number of spectators. */

/** @import { Company } from "../events.js" */

import { find, h, queryAll } from "../../lib/dom.js";
import { plural, say, t } from "../../lib/i18n.js";
import { on } from "../events.js";

const { lang } = document.documentElement;
const REDRAW = 30_000; // milliseconds after which “away for 3 min” is out of date
const UNITS = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]);

/** @type {Company} */
let company = { seats: [], spectators: 0 };
/** @type {(string | null)[]} */
let names = [];

/** Returns a time in its largest whole unit. */
function amount(seconds) {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[UNITS.length - 1];
  const number = Math.max(1, Math.floor(seconds / size));
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(number);
}

/** Returns the state of a player in words. Bots and free seats have none. */
function presence({ state, since }) {
  if (state === "here") return t("here");
  if (state !== "away") return "";
  if (!since) return t("away");
  return t("away for {time}", { time: amount((Date.now() - Date.parse(since)) / 1000) });
}

function item(seat) {
  const name = h("bdi", {}, names[seat.seat] ?? t("a free seat"));
  return h("li", { "data-presence": seat.state }, name, h("small", {}, presence(seat)));
}

function draw() {
  for (const sitting of queryAll("[data-sitting]")) {
    const seat = company.seats[Number(sitting.dataset.sitting)];
    if (!seat) continue;
    sitting.dataset.presence = seat.state;
    sitting.title = presence(seat);
  }
  const { spectators } = company;
  find("people-list").replaceChildren(...company.seats.map(item));
  find("spectators").textContent = spectators
    ? say(plural("{count} spectator", "{count} spectators"), { count: spectators })
    : "";
  find("people").hidden = !company.seats.length;
}

on("company", (detail) => {
  company = detail;
  draw();
});
on("table", ({ seats }) => {
  names = seats.map(({ player }) => player);
  draw();
});
setInterval(() => document.hidden || draw(), REDRAW);

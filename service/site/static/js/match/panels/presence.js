/** The presence of the players in the title of the page and in the list of people, and the number of spectators. */

/** @import { Company, SeatPresence } from "../../contract.d.ts" */
/** @import { MatchData } from "../../pages.d.ts" */

import { data, find, focused, h, query, queryAll } from "../../lib/dom.js";
import { plural, say, t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { isMuted, toggleMute } from "./muting.js";

/** @type {MatchData} */
const { seats } = data("page");
const { lang } = document.documentElement;
const REDRAW = 30_000; // milliseconds after which “away for 3 min” is out of date
const UNITS = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]);

/** @type {Company} */
let company = { seats: [], spectators: 0 };
/** @type {{player: string | null, id: string | null}[]} */
let sitting = [];

/** Returns a time in its largest whole unit. @param {number} seconds */
function amount(seconds) {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? UNITS[UNITS.length - 1];
  const number = Math.max(1, Math.floor(seconds / size));
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(number);
}

/** Returns the state of a player in words. Bots and free seats have none. @param {SeatPresence} seat */
function presence({ state, since }) {
  if (state === "here") return t("here");
  if (state !== "away") return "";
  if (!since) return t("away");
  return t("away for {time}", { time: amount((Date.now() - Date.parse(since)) / 1000) });
}

/** @param {SeatPresence} seat */
function item(seat) {
  const { player: name, id } = sitting[seat.seat] ?? { player: null, id: null };
  const parts = [h("bdi", {}, name ?? t("a free seat")), h("small", {}, presence(seat))];
  if (name && id && ["here", "away"].includes(seat.state) && !seats.includes(seat.seat)) {
    const attributes = { type: "button", class: "quiet", "aria-pressed": String(isMuted(id)) };
    const label = t("Mute {player}", { player: name });
    parts.push(
      h(
        "button",
        { ...attributes, "aria-label": label, "data-mute": seat.seat, onclick: () => toggleMute(id) },
        t("Mute"),
      ),
    );
  }
  return h("li", { "data-presence": seat.state }, ...parts);
}

function draw() {
  for (const mark of queryAll("[data-sitting]")) {
    const seat = company.seats[Number(mark.dataset.sitting)];
    if (!seat) continue;
    mark.dataset.presence = seat.state;
    mark.title = presence(seat);
  }
  const { spectators } = company;
  const focusedMute = focused()?.dataset.mute;
  find("people-list").replaceChildren(...company.seats.map(item));
  if (focusedMute !== undefined) query(`[data-mute="${focusedMute}"]`)?.focus();
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
  sitting = seats;
  draw();
});
on("muted", draw);
setInterval(() => document.hidden || draw(), REDRAW);

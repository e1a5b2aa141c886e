/** The offer that a bot plays a seat on: the own one, or one that has left. */

/** @import { MatchData } from "../../pages.d.ts" */

import { data, find, h } from "../../lib/dom.js";
import { on } from "../events.js";
import { t } from "../../lib/i18n.js";

/** @type {MatchData} */
const { seats } = data("page");
const form = find("stand-in");

/** The seat and the bot in the form. */
export const selection = () => ({
  seat: Number(find("stand-in-seat").value),
  bot: find("stand-in-bot").value,
});

/** Calls `offers` when the form is sent. @param {() => void} offers */
export function onOffer(offers) {
  form?.addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    offers();
  });
}

on("table", ({ may, leavers, seat: own, seats: sitting }) => {
  if (seats.some((seat) => sitting[seat].bot)) location.reload(); // this browser plays it no more
  if (!form) return;
  form.hidden = !may.includes("offerStandIn");
  const select = find("stand-in-seat");
  if (String(leavers) === [...select.options].map(({ value }) => value).join()) return;
  const names = leavers.map((seat) => (seat === own ? t("My seat") : sitting[seat].player));
  select.replaceChildren(...leavers.map((seat, index) => h("option", { value: seat }, names[index])));
});

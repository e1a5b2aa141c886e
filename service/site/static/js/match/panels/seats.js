/** The seats of a match before its start, with the links for the others. */

/** @import { TableSeat } from "../../pages.d.ts" */

import { copyField } from "../../lib/clipboard.js";
import { find, focused, h, query } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { emit, on } from "../events.js";

const names = query(".match-title b:has([data-sitting])"); // studies and exercises have a title of their own
/** @type {string | undefined} */
let before;

/** @param {HTMLInputElement} field */
const copy = (field) => copyField(field, find("seats-said"));

/** The mark of an account, which cannot be part of a name. @param {boolean} account */
const mark = (account) =>
  account &&
  h(
    "span",
    { class: "account", role: "img", "aria-label": t("has an account"), title: t("has an account") },
    "✓",
  );

/** Says of a seat that it has left the match, or that a bot plays it on. @param {TableSeat} seat */
function absence({ retired, standIn }) {
  if (retired) return ` (${t("has left")})`;
  return standIn ? ` (${t("a bot plays on")})` : "";
}

/** The players in one line, as text and with the marks of accounts. @param {TableSeat[]} seats */
function line(seats) {
  const parts = seats.map((sitting, seat) => [
    seat && " – ",
    h(
      "span",
      { "data-sitting": seat },
      ...[sitting.player ?? t("a free seat"), mark(sitting.account), absence(sitting)].filter(Boolean),
    ),
  ]);
  return {
    text: seats.map((sitting) => (sitting.player ?? t("a free seat")) + absence(sitting)).join(" – "),
    parts: parts.flat().filter(Boolean),
  };
}

/** @param {TableSeat} tableSeat @param {number} seat */
function item({ player, account, called, link }, seat) {
  const name = h("b", {}, called);
  if (!link) return h("li", {}, name, " ", h("bdi", {}, player ?? t("a free seat")), mark(account) || "");
  const field = h("input", { readonly: true, value: link, "aria-label": called });
  const label = t("Copy the link: {seat}", { seat: called });
  return h(
    "li",
    {},
    name,
    " ",
    field,
    h(
      "button",
      { type: "button", "aria-label": label, "data-copy": seat, onclick: () => copy(field) },
      t("Copy the link"),
    ),
  );
}

on("table", ({ seats, status }) => {
  const { text: players, parts } = line(seats);
  const was = names?.textContent.replaceAll("✓", "");
  if (names && was !== players) {
    emit("players", { before: was, players });
    names.replaceChildren(...parts);
  }
  const now = JSON.stringify(seats);
  if (!find("seats") || now === before) return;
  /** @type {TableSeat[]} */
  const former = JSON.parse(before ?? now);
  const sat = seats.filter(({ player }, seat) => player && !former[seat].player);
  before = now;
  const focusedLink = focused()?.dataset.copy;
  find("seats").hidden = status !== "open" || !seats.some(({ player }) => player === null);
  find("seats-list").replaceChildren(...seats.map(item));
  find("seats").dataset.drawn = "true";
  if (focusedLink !== undefined) query(`[data-copy="${focusedLink}"]`)?.focus();
  if (sat.length)
    find("seats-said").textContent = sat
      .map(({ player }) => t("{who} sits down.", { who: player }))
      .join(" ");
});

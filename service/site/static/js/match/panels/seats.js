/** The seats of a match that has not begun: who sits where, and links for the others, as it is now. */

import { find, focused, h, one } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { on, emit } from "../events.js";

const names = one(".match-title b");
let before;

async function copy(field) {
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false, // the browser lets nobody
  );
  find("seats-said").textContent = copied
    ? t("It is copied.")
    : t("It is marked: copy it with the keys of your browser.");
}

/** The mark of an account, which is in no name. */
const mark = (account) =>
  account &&
  h(
    "span",
    { class: "account", role: "img", "aria-label": t("has an account"), title: t("has an account") },
    "✓",
  );

/** Says of a seat that it has left the match, or that a bot plays it on. */
function absence({ retired, standIn }) {
  if (retired) return ` (${t("has left")})`;
  return standIn ? ` (${t("a bot plays on")})` : "";
}

/** Who sits where, in one line: in text, and with the marks of accounts. */
function line(seats) {
  const parts = seats.map((sitting, seat) => [
    seat && " – ",
    sitting.player ?? t("a free seat"),
    mark(sitting.account),
    absence(sitting),
  ]);
  return {
    text: seats.map((sitting) => (sitting.player ?? t("a free seat")) + absence(sitting)).join(" – "),
    parts: parts.flat().filter(Boolean),
  };
}

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
  const sat = before && seats.filter(({ player }, seat) => player && !JSON.parse(before)[seat].player);
  before = now;
  const held = focused()?.dataset.copy;
  find("seats").hidden = status !== "open";
  find("seats-list").replaceChildren(...seats.map(item));
  if (held !== undefined) one(`[data-copy="${held}"]`)?.focus();
  if (sat?.length)
    find("seats-said").textContent = sat
      .map(({ player }) => t("{who} sits down.", { who: player }))
      .join(" ");
});

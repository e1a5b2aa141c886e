/** Beside the field: everybody in full with HP and statuses, and the cards of both sides. */

import { explains } from "../../../lib/popover.js";
import { h } from "../../../lib/dom.js";
import { colon, t } from "../../../lib/i18n.js";
import { hold } from "../../../lib/keyed-cache.js";
import { hand } from "./hand.js";
import { emblem } from "./silhouettes.js";
import { aboutFigure, called, printedCard, TEAMS, team, withUpgrades } from "./naming.js";
import { bar, crest } from "./score.js";
import { sign } from "../signs.js";

/** All of a team: its characters, and the cards of its Summoners; the hand of seat `own` lies elsewhere. */
export function roster(scene, side, parts, view, { near, own }) {
  const { teams } = scene.board;
  const label = TEAMS[side];
  const root = parts.part(`side:${side}`, near, () =>
    h("div", { class: `side team-${side}${near ? " near" : ""}`, role: "group", "aria-label": label }),
  );
  const seats = [...teams.keys()].filter((seat) => teams[seat] === side);
  return hold(
    root,
    seats.map((seat) => summoner(scene, seat, side, parts, view, seat === own)),
  );
}

function summoner(scene, seat, side, parts, view, docked) {
  const { board, players } = scene;
  const { hand: cards, deck, discards, banished } = board.summoners[seat];
  const mine = Object.entries(board.figures).filter(([, figure]) => figure.seat === seat);
  const root = parts.part(`seat:${seat}`, docked, () => h("div", { class: "seat", "data-seat": seat }));
  const members = parts.part(`members:${seat}`, 0, () => h("ul", { class: "members" }));
  hold(
    members,
    mine.map(([who, figure]) => {
      const changed = view.changed.some((path) => path[1] === "figures" && path[2] === who);
      const numbers = [view.reckoned[`move:${who}`], view.reckoned[`attack:${who}`]];
      const shown = [figure, who === board.active, changed, board.options.chapter, ...numbers];
      return parts.part(`member:${who}`, shown, () => h("li", {}, member(who, figure, changed, scene, view)));
    }),
  );
  return hold(
    root,
    [
      parts.part(`summoner:${seat}`, [players[seat]], () =>
        h("h2", {}, crest(side), players[seat] ?? t("a free seat")),
      ),
      members,
      !docked && parts.part(`hand:${seat}`, [cards, [...view.options]], () => hand(cards, view)),
      parts.part(`piles:${seat}`, [deck.length, discards, banished], () => piles(board, seat, view)),
    ].filter(Boolean),
  );
}

function member(who, figure, changed, scene, view) {
  const { board } = scene;
  const classes = ["member", `team-${team(board, who)}`];
  if (who === board.active) classes.push("active");
  if (!figure.at) classes.push("down");
  if (changed) classes.push("changed");
  const element = h(
    "button",
    { type: "button", class: classes.join(" ") },
    h("span", { class: "code" }, emblem(figure.code)),
    h("span", { class: "name" }, called(who, view), figure.upgraded && h("em", {}, "★ ", t("upgraded"))),
    h("span", { class: "hp" }, t("{hp} HP", { hp: figure.hp })),
    bar(figure, view),
    h(
      "span",
      { class: "statuses" },
      Object.entries(figure.statuses).map(([status, count]) =>
        h("span", { class: "chip" }, sign(status), `${called(status, view)} ${count}`),
      ),
      !figure.at && h("span", { class: "chip" }, t("not in the Arena")),
    ),
  );
  explains(element, view, () => aboutFigure(who, scene, view));
  return element;
}

function piles(board, seat, view) {
  const { deck, discards, banished } = board.summoners[seat];
  const collected = new Map();
  for (const id of withUpgrades(board) ? discards : []) {
    const { gear } = printedCard(id, view);
    collected.set(gear, (collected.get(gear) ?? 0) + 1);
  }
  const gears = [...collected]
    .sort()
    .map(([gear, count]) =>
      h(
        "span",
        { class: "chip", title: called(`gear:${gear}`, view) },
        sign(gear),
        h("span", { class: "hidden" }, called(`gear:${gear}`, view)),
        String(count),
      ),
    );
  const lying = (name, label, cards) => {
    const element = h(
      "button",
      { type: "button", class: `pile ${name}` },
      `${label} `,
      h("b", {}, String(cards.length)),
    );
    const parts = cards
      .toReversed()
      .map((id) => ({ title: `${called(id, view)}${colon.trimEnd()}`, text: view.words.texts[id] ?? "" }));
    explains(element, view, () => ({ title: `${label} · ${cards.length}`, parts }));
    return h("li", {}, element);
  };
  return h(
    "ul",
    { class: "piles" },
    h("li", {}, h("span", { class: "pile" }, `${t("Deck")} `, h("b", {}, String(deck.length)))),
    lying("discards", t("Discards"), discards),
    lying("banished", t("Banished"), banished),
    gears.length ? h("li", { class: "gears" }, gears) : null,
  );
}

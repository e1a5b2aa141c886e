/** Villainous: each Realm with its four locations, Heroes above, the Villain's own cards below. */

import { h, say } from "../dom.js";
import { offer } from "../picks.js";

export const turnPaths = ["board.turn"];
export const roundPaths = [];
export const mark = (path, value) =>
  path[1] === "felled" ? "ko" : path[1] === "winner" && value !== null ? "vp" : path[1] === "token" ? "vp" : "";

export function draw(root, scene, view) {
  const { board } = scene;
  const first = scene.viewer.startsWith("seat-") ? Number(scene.viewer.slice(5)) : board.seat;
  const start = view.flipped ? first + 1 : first;
  const seats = board.realms.map((_, n) => (start + n) % board.realms.length);
  root.replaceChildren(
    h("p", { class: "round" }, say(view.words.ui.turn, { turn: board.turn }), " · ", cauldron(board, view)),
    h("div", { class: "realms" }, seats.map((seat) => realm(scene, seat, view))),
  );
}

const cauldron = (board, view) => say(view.words.ui.cauldron, { power: board.cauldron });
const changed = (view, path) => view.changed.some((each) => each.join(".").startsWith(path));

function realm(scene, seat, view) {
  const { board } = scene;
  const mine = board.realms[seat];
  const villain = view.catalogue.villains.find((each) => each.id === mine.who);
  const active = board.seat === seat && scene.status === "playing";
  return h(
    "section",
    { class: `realm seat-${seat}${active ? " active" : ""}`, "aria-label": view.words.names[mine.who] },
    header(scene, seat, mine, view),
    h("p", { class: "objective" }, villain.objective),
    h(
      "ol",
      { class: "locations" },
      villain.locations.map((place) => location(board, seat, mine, place, view)),
    ),
    footer(seat, mine, view),
  );
}

function header(scene, seat, mine, view) {
  const title = h(
    "h2",
    {},
    h("span", { class: "crest" }, String(seat + 1)),
    view.words.names[mine.who],
    h("small", {}, scene.players[seat] ?? view.words.ui.free),
  );
  const pointer = `/board/realms/${seat}/power`;
  const power = h(
    "button",
    {
      type: "button",
      class: changed(view, `board.realms.${seat}.power`) ? "points changed" : "points",
      "data-why": pointer,
      onclick: () => view.why(pointer),
    },
    say(view.words.ui.power, { power: mine.power }),
  );
  const token = scene.board.token === seat && h("span", { class: "token" }, view.words.ui.fateToken);
  const header = h("header", {}, title, token, power);
  offer(header, String(seat), view);
  return header;
}

function location(board, seat, mine, place, view) {
  const locked = mine.locked.includes(place.id);
  const classes = ["location"];
  if (mine.at === place.id) classes.push("here");
  if (locked) classes.push("locked");
  const cards = Object.entries(mine.cards).filter(([, where]) => where.at === place.id);
  const above = cards.filter(([card, where]) => kind(card, view) === "hero" && where.form !== "hypnotized");
  const below = cards.filter((each) => !above.includes(each));
  const heading = h(
    "h3",
    {},
    view.words.names[place.id],
    mine.at === place.id && h("span", { class: "mover", title: view.words.ui.mover }, "♟"),
    locked && h("span", { class: "lock", title: view.words.ui.locked }, "🔒"),
  );
  const used = board.seat === seat && mine.at === place.id ? board.used : [];
  const element = h(
    "li",
    { class: classes.join(" ") },
    heading,
    h("ul", { class: "heroes" }, above.map(([card]) => face(card, seat, mine, view))),
    symbols(place.top, 1, covered(above, place), used, "top", view),
    symbols(place.bottom, place.top.length + 1, 0, used, "bottom", view),
    h("ul", { class: "own" }, below.map(([card]) => face(card, seat, mine, view))),
  );
  if (board.seat === seat || view.options.size) offer(heading, place.id, view);
  return element;
}

/** How many of the top symbols Heroes cover; a Shrunken Hero covers one (VI-217). */
function covered(heroes, place) {
  if (!heroes.length) return 0;
  if (heroes.some(([, where]) => where.form === "enlarged")) return place.top.length;
  return heroes.some(([, where]) => where.form === "shrunken") ? 1 : place.top.length;
}

function symbols(list, first, hidden, used, row, view) {
  return h(
    "ul",
    { class: `symbols ${row}` },
    list.map((symbol, n) => {
      const classes = ["symbol"];
      if (n < hidden) classes.push("covered");
      if (used.includes(String(first + n))) classes.push("used");
      const words = view.words.ui.actions[symbol.action];
      const text = symbol.amount ? words.replace("{0}", symbol.amount) : words;
      return h("li", { class: classes.join(" ") }, text);
    }),
  );
}

const printed = (card, view) => {
  const id = view.words.printed?.[card] ?? card.replace(/-\d+$/, "");
  return view.cards.get(card) ?? view.cards.get(id);
};
const kind = (card, view) => printed(card, view)?.kind ?? "";

function face(card, seat, mine, view) {
  const where = mine.cards[card];
  const pointer = `/board/realms/${seat}/cards/${card}`;
  const classes = ["card", kind(card, view)];
  if (where.form) classes.push(where.form);
  if (changed(view, `board.realms.${seat}.cards.${card}`)) classes.push("changed");
  const carried = Object.entries(mine.cards).filter(([, other]) => other.on === card);
  const strength = view.reckoned[`strength:${card}`];
  const element = h(
    "li",
    { class: classes.join(" "), "data-why": pointer, title: view.words.texts[card] ?? "" },
    h("span", { class: "title" }, view.words.names[card] ?? card),
    strength !== undefined ? power(card, strength, view) : null,
    where.form ? h("em", {}, view.words.ui.forms[where.form] ?? where.form) : null,
    where.power ? h("span", { class: "lying" }, say(view.words.ui.power, { power: where.power })) : null,
    carried.length ? h("ul", { class: "carried" }, carried.map(([item]) => face(item, seat, mine, view))) : null,
  );
  if (!offer(element, card, view)) {
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      view.why(pointer);
    });
  }
  return element;
}

function power(card, strength, view) {
  const ask = (event) => {
    event.stopPropagation();
    view.why(`strength:${card}`);
  };
  const base = printed(card, view)?.strength;
  const classes = strength > base ? "strength more" : strength < base ? "strength less" : "strength";
  return h("button", { type: "button", class: classes, title: view.words.ui.strength, onclick: ask }, String(strength));
}

function footer(seat, mine, view) {
  const loose = [...mine.opened, ...mine.looked];
  const pile = (name, cards) => h("li", {}, `${view.words.ui[name]} `, h("b", {}, String(cards.length)));
  const list = (cards, name) =>
    cards.length
      ? h(
          "ul",
          { class: "hand", "aria-label": view.words.ui[name] },
          cards.map((card) => {
            const item = h(
              "li",
              { class: card ? `card ${kind(card, view)}` : "card back", title: view.words.texts[card] ?? "" },
              card && h("span", { class: "title" }, view.words.names[card] ?? card),
              card && printed(card, view)?.cost !== undefined && kind(card, view) !== "hero"
                ? h("span", { class: "cost" }, String(printed(card, view).cost))
                : null,
            );
            if (card) offer(item, card, view);
            return item;
          }),
        )
      : null;
  return h(
    "footer",
    {},
    list(loose, "revealed"),
    list(mine.hand, "hand"),
    h(
      "ul",
      { class: "piles" },
      pile("deck", mine.villain.deck),
      pile("discards", mine.villain.discard),
      pile("fateDeck", mine.fate.deck),
      pile("fateDiscards", mine.fate.discard),
    ),
  );
}

// -- the same as text

export function describe(scene, view) {
  const { board } = scene;
  const lines = [say(view.words.ui.turn, { turn: board.turn })];
  board.realms.forEach((mine, seat) => {
    const name = (what) => view.words.names[what] ?? what;
    lines.push(`${name(mine.who)} (${scene.players[seat] ?? view.words.ui.free}), ${say(view.words.ui.power, mine)}`);
    for (const place of view.catalogue.villains.find((each) => each.id === mine.who).locations) {
      const there = Object.entries(mine.cards).filter(([, where]) => where.at === place.id);
      const marks = [mine.at === place.id && view.words.ui.mover, mine.locked.includes(place.id) && view.words.ui.locked];
      const words = [...marks.filter(Boolean), ...there.map(([card]) => name(card))];
      if (words.length) lines.push(`${name(place.id)}: ${words.join(", ")}`);
    }
  });
  return lines.map((line) => `${line}.`).join(" ");
}

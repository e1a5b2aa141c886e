/** Sorcerer's Arena: the hexes with everyone on them, the row of turn tiles, and both sides' cards. */

import { h, s, say } from "../dom.js";
import { offer } from "../picks.js";

const SIZE = 50;
const WIDE = Math.sqrt(3) * SIZE;
const TALL = 1.5 * SIZE;
const MARGIN = 8;

/** Paths that begin a new turn or round, and whether a change is worth a mark on the scrubber. */
export const turnPaths = ["board.active"];
export const roundPaths = ["board.round"];
export const mark = (path, value) =>
  path[1] === "figures" && path[3] === "hp" && value === 0 ? "ko" : path[1] === "points" ? "vp" : "";

export function draw(root, scene, view) {
  const board = scene.board;
  root.replaceChildren(
    order(board, view),
    h("div", { class: "sides" }, side(scene, 0, view), arena(scene, view), side(scene, 1, view)),
  );
}

const team = (board, seat) => board.teams[seat];
const letter = (board, seat) => (team(board, seat) === 0 ? "B" : "R");
const own = (view, path) => view.changed.some((changed) => changed.join(".").startsWith(path));

// -- the row of turn-order tiles

function order(board, view) {
  const tiles = board.order.map((who, place) => {
    const figure = board.figures[who];
    const classes = ["tile", `team-${team(board, figure.seat)}`];
    if (who === board.active) classes.push("active");
    if (!figure.hp || !figure.at) classes.push("down");
    const tile = h(
      "li",
      { class: classes.join(" "), "aria-current": who === board.active ? "true" : null },
      h("span", { class: "place" }, String(place + 1)),
      h("span", { class: "code" }, figure.code),
      h("span", { class: "hp" }, `${figure.hp}`),
    );
    offer(tile, who, view);
    return tile;
  });
  const round = say(view.words.ui.round, { round: board.round });
  return h(
    "div",
    { class: "order" },
    h("p", { class: board.final ? "round final" : "round" }, round),
    h("ol", { "aria-label": view.words.ui.order }, tiles),
  );
}

// -- the Arena

function arena(scene, view) {
  const board = scene.board;
  const { rows, golden, stars } = view.catalogue.arena;
  const widest = Math.max(...rows.map((row) => row.length));
  const width = widest * WIDE + 2 * MARGIN;
  const height = (rows.length - 1) * TALL + 2 * SIZE + 2 * MARGIN;
  const centre = new Map();
  rows.forEach((row, r) =>
    row.forEach((space, c) => {
      const x = MARGIN + ((widest - row.length) / 2 + c + 0.5) * WIDE;
      const y = MARGIN + SIZE + r * TALL;
      centre.set(space, view.flipped ? [width - x, height - y] : [x, y]);
    }),
  );
  const svg = s("svg", {
    viewBox: `0 0 ${width} ${height}`,
    class: "arena",
    role: "group",
    "aria-label": view.words.ui.arena,
  });
  for (const [space, [x, y]] of centre) {
    const classes = ["space"];
    if (golden.includes(space)) classes.push("golden");
    stars.forEach((row, end) => row.includes(space) && classes.push(`back-${end}`));
    const cell = s(
      "g",
      { class: classes.join(" "), transform: `translate(${x} ${y})` },
      s("polygon", { points: hexagon(SIZE - 2) }),
      golden.includes(space) && s("circle", { class: "coin", r: SIZE * 0.66 }),
      s("text", { class: "name", y: SIZE * 0.72 }, space),
    );
    offer(cell, space, view);
    svg.append(cell);
  }
  const standing = Object.entries(board.figures).filter(([, figure]) => figure.at && centre.has(figure.at));
  for (const [who, figure] of standing) svg.append(token(who, figure, board, centre.get(figure.at), view));
  return h("div", { class: "field" }, svg);
}

function hexagon(size) {
  const corner = (n) => {
    const angle = (Math.PI / 3) * n + Math.PI / 6;
    return `${(size * Math.cos(angle)).toFixed(2)},${(size * Math.sin(angle)).toFixed(2)}`;
  };
  return [0, 1, 2, 3, 4, 5].map(corner).join(" ");
}

function token(who, figure, board, [x, y], view) {
  const classes = ["figure", `team-${team(board, figure.seat)}`];
  if (who === board.active) classes.push("active");
  if (figure.upgraded) classes.push("upgraded");
  if (own(view, `board.figures.${who}`)) classes.push("changed");
  const statuses = Object.entries(figure.statuses);
  const element = s(
    "g",
    { class: classes.join(" "), transform: `translate(${x} ${y})`, "data-why": `/board/figures/${who}` },
    s("circle", { class: "ring", r: SIZE * 0.62 }),
    s("circle", { class: "body", r: SIZE * 0.54 }),
    s("text", { class: "code", y: 2 }, figure.code),
    s("text", { class: "side", y: -SIZE * 0.3 }, letter(board, figure.seat)),
    badge("hp", figure.hp, [SIZE * 0.46, SIZE * 0.42], `/board/figures/${who}/hp`, view),
    statuses.map(([status, count], n) => {
      const angle = Math.PI * (0.95 + 0.28 * n);
      const at = [SIZE * 0.66 * Math.cos(angle), SIZE * 0.66 * Math.sin(angle)];
      return badge("status", `${initials(status)}${count}`, at, `/board/figures/${who}/statuses/${status}`, view);
    }),
  );
  if (!offer(element, who, view)) {
    element.addEventListener("click", () => view.why(`/board/figures/${who}`));
  }
  element.append(s("title", {}, told(who, figure, board, view)));
  return element;
}

const initials = (status) => status.split("_").map((word) => word[0].toUpperCase()).join("");

function badge(kind, text, [x, y], pointer, view) {
  const element = s(
    "g",
    { class: `badge ${kind}`, transform: `translate(${x} ${y})`, "data-why": pointer },
    s("circle", { r: SIZE * (kind === "hp" ? 0.26 : 0.21) }),
    s("text", { y: 1 }, String(text)),
  );
  element.addEventListener("click", (event) => {
    if (event.currentTarget.parentNode.classList.contains("open")) return;
    event.stopPropagation();
    view.why(pointer);
  });
  return element;
}

// -- both sides

function side(scene, which, view) {
  const board = scene.board;
  const seats = board.teams.map((team, seat) => [team, seat]).filter(([team]) => team === which);
  const points = h(
    "button",
    {
      type: "button",
      class: own(view, `board.points.${which}`) ? "points changed" : "points",
      "data-why": `/board/points/${which}`,
      onclick: () => view.why(`/board/points/${which}`),
    },
    say(view.words.ui.vp, { vp: board.points[which] }),
  );
  return h(
    "section",
    { class: `side team-${which}`, "aria-label": view.words.ui.teams[which] },
    h("h2", {}, h("span", { class: "crest" }, which === 0 ? "B" : "R"), view.words.ui.teams[which], points),
    seats.map(([, seat]) => hand(scene, seat, view)),
  );
}

function hand(scene, seat, view) {
  const { summoners } = scene.board;
  const cards = summoners[seat];
  const list = cards.hand.map((card) => {
    const item = h("li", { class: card ? "card" : "card back" }, card ? cardFace(card, view) : "");
    if (card) offer(item, card, view);
    return item;
  });
  const pile = (name, count) => h("li", {}, `${view.words.ui[name]} `, h("b", {}, String(count)));
  return h(
    "div",
    { class: "seat" },
    h("h3", {}, scene.players[seat] ?? view.words.ui.free),
    h("ul", { class: "hand", "aria-label": view.words.ui.hand }, list),
    h(
      "ul",
      { class: "piles" },
      pile("deck", cards.deck.length),
      pile("discards", cards.discards.length),
      pile("banished", cards.banished.length),
    ),
  );
}

function cardFace(card, view) {
  return [
    h("span", { class: "code" }, card.slice(0, 3)),
    h("span", { class: "title", title: view.words.texts[card] ?? "" }, view.words.names[card] ?? card),
  ];
}

// -- the same as text

export function describe(scene, view) {
  const { board } = scene;
  const lines = [say(view.words.ui.round, { round: board.round })];
  for (const who of board.order) lines.push(told(who, board.figures[who], board, view));
  board.points.forEach((vp, team) => lines.push(`${view.words.ui.teams[team]}: ${say(view.words.ui.vp, { vp })}`));
  return lines.map((line) => `${line}.`).join(" ");
}

function told(who, figure, board, view) {
  const name = view.words.names[who] ?? who;
  const where = figure.at || view.words.ui.out;
  const statuses = Object.entries(figure.statuses).map(
    ([status, count]) => `${view.words.names[`status:${status}`] ?? status} ${count}`,
  );
  return [`${name} (${view.words.ui.teams[team(board, figure.seat)]})`, where, `${figure.hp} HP`, ...statuses].join(", ");
}

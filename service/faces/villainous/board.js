/** Villainous: the own Realm is large, the others are rows that unfold. */

/** @import { KeyedCache as Parts } from "../../lib/keyed-cache.js" */
/** @import { Board, Catalogue, Change, Scene, State, View } from "./shapes.d.ts" */

import { focused, h, query } from "../../lib/dom.js";
import { colon, t } from "../../lib/i18n.js";
import { hold, KeyedCache } from "../../lib/keyed-cache.js";
import { store, storedValue } from "../../lib/preferences.js";
import { distinguishLabels } from "../../boards/move-selection.js";
import { dock, ownSeat } from "../../boards/dock.js";
import { about as aboutCard, loose } from "./board/card.js";
import { move } from "./board/motion.js";
import { describeWin, headway } from "./board/objective.js";
import * as combined from "./board/combined.js";
import { locationOf, nameOf, printed, printedVillain } from "./board/card-text.js";
import { emptyHeight, open } from "./board/piles.js";
import { realmSwitch, row, whole } from "./board/realm.js";
import { board as told, lines } from "./board/description.js";
import { traces } from "./board/trail.js";
import { actSign as signOfAct } from "./signs.js";

export const turnPaths = ["board.turn"];
/** @type {string[]} */
export const roundPaths = [];
/** A Fate opens cards of a player who is not on turn. @type {(path: Change["path"], value: unknown, before: () => Board) => string} */
export const mark = (path, value, before) => {
  if (path[1] === "felled") return "felled";
  if (path[3] === "opened") {
    const { realms, seat } = before();
    return path[2] !== seat && !realms[Number(path[2])].opened.length ? "fate" : "";
  }
  return path[1] === "winner" && value !== null ? "fulfilled" : "";
};

export const stays = () => false;

/** The sound of a change. @param {Change} change */
export function soundOf({ path, was, now }) {
  const [, part, , field] = path;
  if (part === "felled") return "hit";
  if (part !== "realms" || path.length > 5) return "";
  if (field === "at") return "move";
  if (field === "power" && now > was) return "score";
  return field === "cards" && now ? "card" : "";
}

const wide = matchMedia("(min-width: 110rem)"); // room for all Realms, in two columns
const narrow = matchMedia("(max-width: 48rem)"); // a phone: one Realm at a time

/** The heading at `scene`: a turn, after the setup. @param {Scene} scene */
export const heading = ({ board, players }) =>
  board.turn
    ? t("Turn {turn} · {who}", { turn: board.turn, who: players[board.seat] ?? t("a free seat") })
    : t("Setting up");

/** How the match was won. @param {Scene} scene @param {View["words"]} words */
export const ending = ({ board, reckoned }, words) => describeWin(board, { reckoned, words });

/** The cards of all Villains by their ids. @param {Catalogue} catalogue */
export const cards = ({ villains }) =>
  new Map(villains.flatMap(({ villain, fate }) => [...villain, ...fate]).map((card) => [card.id, card]));

const KEY = "recount.active-realm-first";

/** The state of a table across moments: unfolded and folded rows, the number of flips, and the choice of the first Realm. */
class Table {
  constructor() {
    this.unfolded = new Map();
    /** @type {boolean | undefined} Whether the active Realm comes first; by default for those who do not play. */
    this.activeFirst = storedValue(KEY, undefined);
    /** @type {{seat: number, question: string} | undefined} The Realm chosen to be large while a question is open. */
    this.choice = undefined;
    /** @type {Map<number, string>} The Realms as they were large last. */
    this.largeLooks = new Map();
    this.turns = 0;
    this.flipped = false;
    this.again = () => {};
    for (const media of [wide, narrow]) media.addEventListener("change", () => this.again());
  }

  /**
   * Stores the arguments of the drawing, and draws again when a row is folded or the size changes.
   * @param {HTMLElement} root @param {Scene} scene @param {View} view
   */
  show(root, scene, view) {
    if (view.flipped !== this.flipped) this.turns += 1;
    this.flipped = view.flipped;
    this.again = () => draw(root, scene, view);
  }

  /** @param {number} seat @param {boolean} unfolded */
  fold(seat, unfolded) {
    this.unfolded.set(seat, unfolded);
    this.again();
  }

  /** Shows a Realm until another question is open. @param {number} seat @param {string} question */
  choose(seat, question) {
    this.choice = { seat, question };
    this.again();
  }

  /** Whether a Realm has changed since it was large last. @param {number} seat @param {string} look @param {boolean} isLarge */
  hasChanged(seat, look, isLarge) {
    if (isLarge || !this.largeLooks.has(seat)) this.largeLooks.set(seat, look);
    return this.largeLooks.get(seat) !== look;
  }

  /** Puts the active Realm first, or else the own one. @param {boolean} activeFirst */
  lead(activeFirst) {
    store(KEY, activeFirst);
    this.activeFirst = activeFirst;
    this.again();
  }
}

/** @type {WeakMap<HTMLElement, Table>} */
const tables = new WeakMap();

/** @param {HTMLElement} root @param {Scene} scene @param {View} view */
export function draw(root, scene, view) {
  const table = tables.get(root) ?? new Table();
  tables.set(root, table);
  table.show(root, scene, view);
  const focusedThing = root.contains(focused()) ? focused().dataset.thing : undefined;
  const parts = KeyedCache.of(root);
  const { board } = scene;
  distinguishLabels(view.options, (card) => {
    const place = board.realms.map((state) => locationOf(card, state)).find(Boolean);
    return place && nameOf(place, view);
  });
  const seats = [...board.realms.keys()];
  const own = ownSeat(scene);
  const activeFirst = table.activeFirst ?? own === undefined;
  const revealing = board.realms.findIndex(({ opened }) => opened.length);
  const usual = activeFirst ? (revealing < 0 ? board.seat : revealing) : (own ?? 0);
  const question = `${board.turn} ${[...view.options.keys()]}`;
  const single = view.home === undefined && !wide.matches && (narrow.matches || seats.length === 2);
  const asking = single ? seats.filter((seat) => concerned(board.realms[seat], view)) : [];
  const needed = asking.length && !asking.includes(usual) ? asking[0] : usual;
  const chosen = single && table.choice?.question === question ? table.choice.seat : undefined;
  const home = view.home ?? chosen ?? needed;
  const first = (home + table.turns) % seats.length;
  const large =
    wide.matches || (seats.length === 2 && !single)
      ? [first, ...seats.filter((seat) => seat !== first)]
      : [first];
  const isStrip =
    single &&
    !narrow.matches &&
    (chosen === first || !seats.some((seat) => seat !== first && asking.includes(seat)));
  /** @param {number} seat */
  const drawRealm = (seat) =>
    realm(
      scene,
      seat,
      view,
      table,
      parts,
      large.includes(seat),
      isStrip && (() => table.choose(seat, question)),
      isStrip,
    );
  /** @param {number} seat */
  const lookOf = (seat) =>
    `${headway(seat, view)} ${Object.keys(board.realms[seat].cards)} ${board.realms[seat].locked}`;
  const changed = narrow.matches
    ? seats.filter((seat) => table.hasChanged(seat, lookOf(seat), large.includes(seat)))
    : [];
  const ways = narrow.matches && seats.map((seat) => headway(seat, view).join("/"));
  const topKey = [
    board.turn,
    board.cauldron,
    activeFirst,
    narrow.matches && [first, question, changed, ways],
  ];
  const top = parts.part("top", topKey, () =>
    headline(
      board,
      view.home === undefined &&
        (narrow.matches
          ? realmSwitch(scene, first, changed, view, (seat) => table.choose(seat, question))
          : h(
              "button",
              {
                type: "button",
                class: "quiet leads",
                "aria-pressed": String(activeFirst),
                onclick: () => table.lead(!activeFirst),
                "data-thing": "leads",
              },
              t("Active Realm first"),
            )),
    ),
  );
  const lead = parts.part("lead", "", () => h("div", { class: "lead first" }));
  const otherRealms = parts.part("rest", "", () => h("div", { class: "rest later" }));
  hold(lead, large.map(drawRealm));
  hold(otherRealms, seats.filter((seat) => !large.includes(seat)).map(drawRealm));
  otherRealms.classList.toggle("ahead", isStrip);
  const placed = scene.question?.about ?? "";
  const opened = isStrip ? board.realms.filter(({ opened, looked }) => opened.length + looked.length) : [];
  const apart = parts.part("apart", [opened, placed, [...view.options]], () =>
    h(
      "div",
      { class: "apart" },
      opened.map((state) => open({ state, placed }, view)),
    ),
  );
  const cards = board.realms[own]?.hand;
  const realms = parts.part("realms", "", () => h("div", { class: "realms" }));
  hold(realms, isStrip ? [top, otherRealms, lead, apart] : [top, lead, otherRealms]);
  hold(root, [realms, dock(parts, cards, view, (held) => docked(held, view, placed))]);
  if (apart.firstElementChild)
    apart.classList.toggle("below", emptyHeight(root) >= apart.firstElementChild.clientHeight);
  if (view.motion) move(root, scene, view, view.motion);
  if (focusedThing && focused()?.dataset.thing !== focusedThing)
    query(`[data-thing="${CSS.escape(focusedThing)}"]`, root)?.focus({ preventScroll: true });
}

/** @param {(string | null)[]} cards @param {View} view @param {string} placed  the one that awaits its place */
const docked = (cards, view, placed) =>
  h(
    "ul",
    { class: "hand", "aria-label": t("Hand") },
    cards.map((card) => {
      const face = loose(card, view);
      face.classList.toggle("placed-now", card === placed);
      return face;
    }),
  );

/** Describes a thing with a text: a card. @param {string} id @param {View} view */
export const about = (id, view) => (printed(id, view) ? aboutCard(id, {}, view) : undefined);

export const actSign = signOfAct;
export const describe = told;
export const describeLines = lines;
export const scribing = combined; // for the page of a scribe

/** @param {Board} board @param {Element | false} leads */
const headline = (board, leads) =>
  h(
    "p",
    { class: "round" },
    h("b", {}, board.turn ? t("Turn {turn}", { turn: board.turn }) : t("Setting up")),
    " · ",
    h("span", { class: "supply" }, `${t("Supply")}${colon}${board.cauldron}`),
    leads,
  );

/**
 * @param {Scene} scene @param {number} seat @param {View} view @param {Table} table @param {Parts} parts
 * @param {boolean} large @param {false | (() => void)} lead  what makes a strip the large Realm
 * @param {boolean} apart  whether open cards lie apart from their Realms
 */
function realm(scene, seat, view, table, parts, large, lead, apart) {
  const { board } = scene;
  const state = board.realms[seat];
  const props = {
    board: { used: board.seat === seat ? board.used : [] },
    seat,
    state,
    player: scene.players[seat],
    active: board.seat === seat && scene.status === "playing",
    ended: Boolean(scene.ended),
    holdsToken: board.token === seat,
    docked: seat === ownSeat(scene),
    apart,
    placed: scene.question?.about ?? "",
    traces: traces(seat, state, view),
  };
  const unfolded = large || (!lead && (table.unfolded.get(seat) ?? concerned(state, view)));
  const numbers = Object.entries(view.reckoned).filter(([name]) => ours(name, seat, state, view));
  const marks = [...props.traces.left, ...props.traces.fresh];
  const key = [props, marks, numbers, [...view.options], large, unfolded, lead && board.turn];
  return parts.part(`realm-${seat}`, key, () =>
    unfolded
      ? whole(props, view, large ? null : () => table.fold(seat, false))
      : row(props, view, lead || (() => table.fold(seat, true))),
  );
}

/**
 * Returns whether a reckoned number belongs to this Realm.
 * @param {string} name @param {number} seat @param {State} state @param {View} view
 */
function ours(name, seat, state, { catalogue }) {
  const [kind, of] = name.split(":");
  if (kind === "done" || kind === "wanted") return of === String(seat);
  if (kind === "strength") return of in state.cards;
  return printedVillain(state.who, { catalogue }).locations.some(({ id }) => id === of);
}

/** Returns whether something in a Realm can be picked now and must be visible. @param {State} state @param {View} view */
function concerned(state, { options, catalogue }) {
  const places = printedVillain(state.who, { catalogue }).locations.map(({ id }) => id);
  const things = new Set([...Object.keys(state.cards), ...state.opened, ...places]);
  return [...options.keys()].some((pick) => things.has(pick.slice(pick.indexOf(":") + 1)));
}

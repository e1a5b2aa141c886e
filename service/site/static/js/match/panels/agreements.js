/** Actions of players besides answers: concession, draw, pause, take-back, rematch. */

/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Table } from "../events.js" */

import { post, refusal } from "../../lib/api.js";
import { commitNonces } from "../../lib/nonce.js";
import { sure } from "../answer/confirm.js";
import { data, find, queryAll } from "../../lib/dom.js";
import { say, t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { onOffer, selection } from "./stand-in.js";
import { look } from "./table.js";

/** @type {MatchData} */
const { match, seats } = data("page");
const buttons = queryAll("[data-does]");
/** @type {Table} */
let table;
let lapsed = false; // an own offer has ended with an answer, the last one given

/** @typedef {{by: "takebacks" | "draws" | "standIns" | "pauses", accept: string, asks: string, declined: string}} OfferKind */

/** The path and body of each button. By default the path is its name. @type {Record<string, [string, object?]>} */
const SENDS = {
  takeback: ["takeback", {}],
  cancel: ["takeback", {}],
  askTakeback: ["takeback", {}],
  acceptTakeback: ["takeback", {}],
  declineTakeback: ["decline", { what: "takeback" }],
  acceptDraw: ["draw"],
  declineDraw: ["decline", { what: "draw" }],
  acceptPause: ["pause"],
  declinePause: ["decline", { what: "pause" }],
  resign: ["concession"],
  retire: ["retirement"],
  declineStandIn: ["decline", { what: "standin" }],
};
/**
 * The offers: their makers, the action that accepts, and the sentences for the offer and its refusal.
 * @type {Record<"takeback" | "draw" | "standin" | "pause", OfferKind>}
 */
const OFFERS = {
  takeback: {
    by: "takebacks",
    accept: "acceptTakeback",
    asks: t("{who} asks to take an answer back."),
    declined: t("{who} declines the takeback."),
  },
  draw: {
    by: "draws",
    accept: "acceptDraw",
    asks: t("{who} offers a draw."),
    declined: t("{who} declined the draw."),
  },
  standin: {
    by: "standIns",
    accept: "acceptStandIn",
    asks: t("{who} offers that a bot ({bot}) plays on for {leaver}."),
    declined: t("{who} declined the bot."),
  },
  pause: {
    by: "pauses",
    accept: "acceptPause",
    asks: t("{who} asks for a pause."),
    declined: t("{who} declined the pause."),
  },
};
/** The confirmations: the question, its subject, and the button. @type {Record<string, [string, string, string]>} */
const CONFIRMS = {
  resign: [t("Resign, and lose the match?"), "", t("Resign")],
  retire: [
    t("Leave this match for good, and rank behind those who stay? The others play on."),
    "",
    t("Leave the match"),
  ],
  leave: [t("Leave your seat? Others can take it until the game begins."), "", t("Leave the seat")],
};
/** The offers that all players must accept. A browser with several seats accepts for all of them. */
const TOGETHER = new Set(["draw", "pause", "askTakeback", "offerStandIn"]);

/**
 * The path and the body to send. For a stand-in this names the bot and the seat.
 * @param {string} action @returns {[string, object?]}
 */
function request(action) {
  if (action === "offerStandIn") return ["stand-in", selection()];
  if (action === "acceptStandIn" && table.standIn)
    return ["stand-in", { seat: table.standIn.leaver, bot: table.standIn.bot }];
  return SENDS[action] ?? [action];
}

/** Does it as the seat that looks, and for the others that this browser plays. @param {string} action */
async function does(action) {
  if (action === "rematch") return again();
  if (action in CONFIRMS && !(await sure(...CONFIRMS[action], t("Back")))) return;
  if (action === "leave") return leave();
  await look(); // the match may have gone on since the button was shown
  if (!table.may.includes(action)) return;
  const [name, body] = request(action);
  const path = `/api/v1/matches/${match}/${name}`;
  try {
    await post(path, body, { viewer: table.viewer });
    const others = TOGETHER.has(action) ? seats.filter((seat) => `seat-${seat}` !== table.viewer) : [];
    for (const seat of others.filter((seat) => action !== "offerStandIn" || !table.seats[seat].retired))
      await post(path, body, { viewer: `seat-${seat}` });
    find("trouble").textContent = "";
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
    look();
  }
}

/** Goes to the match that is played next, seated as here. */
export async function again() {
  const [first, ...others] = seats.map((seat) => `seat-${seat}`);
  try {
    const { address } = await rejoin(first);
    for (const viewer of others) await rejoin(viewer);
    location.assign(address);
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
  }
}

/** Takes the seat of `viewer` in the match that is played next. @param {string} viewer */
async function rejoin(viewer) {
  return post(`/m/${match}/rematch`, { nonce_hash: await commitNonces() }, { viewer });
}

/** Frees the own seat, and goes to the list of matches. */
async function leave() {
  try {
    const { address } = await post(`/m/${match}/leave`, {}, { viewer: table.viewer });
    location.assign(address);
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
    look();
  }
}

/** The offered bot and its seat, as sentences name them. @param {Table} detail */
const standIn = ({ standIn: offer, seats: sitting }) =>
  offer && { bot: offer.level, leaver: sitting[offer.leaver].player };

/** @param {number[]} list */
const includesOwn = (list) => list.some((seat) => seats.includes(seat));

/** The state of the offers in a sentence for their makers and for players that may accept. @param {Table} detail */
function offered(detail) {
  const { asked, declined, may, pausedBy, seat, seats: sitting } = detail;
  for (const { by, accept, asks } of Object.values(OFFERS)) {
    const [first] = detail[by];
    if (includesOwn(detail[by])) return t("Waiting for the others. Playing on withdraws the request.");
    if (may.includes(accept))
      return [
        say(asks, { who: sitting[first].player, ...standIn(detail) }),
        asked === seat && t("Whoever answers instead declines."),
      ]
        .filter(Boolean)
        .join(" ");
  }
  if (declined && !seats.includes(declined.seat))
    return say(OFFERS[declined.what].declined, { who: sitting[declined.seat].player });
  if (lapsed) return t("The match has gone on: what you asked for stands no more.");
  return pausedBy === "clock"
    ? t("A flag fell: the match is paused until a judge decides.")
    : pausedBy
      ? t("The match is paused.")
      : "";
}

/**
 * Whether an answer has ended an own offer since the table was `before`.
 * @param {Table | undefined} before @param {Table} now
 */
function lapses(before, now) {
  if (!before || now.status === "over" || now.answers < before.answers) return false;
  if (now.answers === before.answers) return lapsed;
  return Object.values(OFFERS).some(({ by }) => includesOwn(before[by]));
}

/** @param {Table} detail */
function show(detail) {
  lapsed = lapses(table, detail);
  table = detail;
  const focused = buttons.find((button) => button === document.activeElement);
  for (const button of buttons) button.hidden = !detail.may.includes(button.dataset.does);
  const invited = Object.values(OFFERS).some(({ accept }) => detail.may.includes(accept));
  find("agreements").classList.toggle("invited", invited);
  if (focused?.hidden)
    (focused.closest("#asking") ? find("question") : find("agreements")).focus({ preventScroll: true });
  // It has its place until that is known.
  find("agreements").classList.toggle(
    "empty",
    !buttons.some((each) => !each.hidden && !each.closest("#asking")),
  );
  if (detail.rematch)
    for (const button of buttons.filter(({ dataset }) => dataset.does === "rematch"))
      button.textContent = t("Join the rematch");
  const sentence = offered(detail);
  if (find("agreed").textContent !== sentence) find("agreed").textContent = sentence;
}

for (const button of buttons) button.addEventListener("click", () => does(button.dataset.does));
onOffer(async () => {
  const isOwn = selection().seat === table.seat;
  if (
    !isOwn ||
    (await sure(
      t(
        "Offer your seat to a bot? Once all others agree, you have left this match for good, and no longer see the cards of the seat.",
      ),
      "",
      t("Offer a bot"),
      t("Back"),
    ))
  )
    await does("offerStandIn");
});
if (buttons.length) on("table", show);

/** What players do together besides answering: resign, offer a draw, rest, take back, play again. */

import { post, refusal } from "../../lib/api.js";
import { sure } from "../answer/confirm.js";
import { all, data, find } from "../../lib/dom.js";
import { say, t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { nonce } from "../../lib/nonce.js";
import { chosen, onOffer } from "./stand-in.js";
import { look } from "./table.js";

const { match, seats } = data("page");
const buttons = all("#agreements [data-does]");
let told;
let lapsed = false; // what was asked for here has ended with an answer, the last one given

/** What each button sends, and where: its own name, if nothing is said here. */
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
/** What can be offered: who has done so, how one agrees, and the sentences that ask and that tell of a refusal. */
const OFFERS = {
  takeback: {
    by: "takebacks",
    accept: "acceptTakeback",
    asks: t("{who} asks to take an answer back."),
    declined: t("{who} does not let the answer be taken back."),
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
/** What is asked again before it is done: the question, what it is about, and the button that does it. */
const CONFIRMS = {
  resign: [t("Resign, and lose the match?"), "", t("Resign")],
  retire: [
    t("Leave this match for good, and rank behind those who stay? The others play on."),
    "",
    t("Leave the match"),
  ],
};
/** What everybody has to agree to, so that a browser that plays several seats agrees for all of them. */
const TOGETHER = new Set(["draw", "pause", "askTakeback", "offerStandIn"]);

/** What is sent, and where; of a bot, which one and for which seat. */
function request(action) {
  if (action === "offerStandIn") return ["stand-in", chosen()];
  if (action === "acceptStandIn") return ["stand-in", { seat: told.standIn.leaver, bot: told.standIn.bot }];
  return SENDS[action] ?? [action];
}

/** Does it as the seat that looks, and for the others that this browser plays. */
async function does(what) {
  if (what === "rematch") return again();
  if (what in CONFIRMS && !(await sure(...CONFIRMS[what], t("Back")))) return;
  await look(); // the match may have gone on since the button was shown
  if (!told.may.includes(what)) return;
  const [name, body] = request(what);
  const path = `/api/v1/matches/${match}/${name}`;
  try {
    await post(path, body, { viewer: told.viewer });
    const others = TOGETHER.has(what) ? seats.filter((seat) => `seat-${seat}` !== told.viewer) : [];
    for (const seat of others.filter((seat) => what !== "offerStandIn" || !told.seats[seat].retired))
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
    const { address } = await post(`/m/${match}/rematch`, { nonce: nonce() }, { viewer: first });
    for (const viewer of others) await post(`/m/${match}/rematch`, { nonce: nonce() }, { viewer });
    location.assign(address);
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
  }
}

/** The bot that is offered, and for whom, as sentences name them. */
const standIn = ({ standIn: offer, seats: sitting }) =>
  offer && { bot: offer.level, leaver: sitting[offer.leaver].player };

const mine = (list) => list.some((seat) => seats.includes(seat));

/** What stands between the players just now, in a sentence: an offer is told to who made it and to who may take it. */
function offered(detail) {
  const { asked, declined, may, pausedBy, seat, seats: sitting } = detail;
  for (const { by, accept, asks } of Object.values(OFFERS)) {
    const [first] = detail[by];
    if (mine(detail[by])) return t("The others have been asked; the next answer, yours too, ends it.");
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

/** Whether, since the table stood as `before`, an answer has ended what was asked for here. */
function lapses(before, now) {
  if (!before || now.status === "over" || now.answers < before.answers) return false;
  if (now.answers === before.answers) return lapsed;
  return Object.values(OFFERS).some(({ by }) => mine(before[by]));
}

function show(detail) {
  lapsed = lapses(told, detail);
  told = detail;
  const focused = buttons.find((button) => button === document.activeElement);
  for (const button of buttons) button.hidden = !detail.may.includes(button.dataset.does);
  const invited = Object.values(OFFERS).some(({ accept }) => detail.may.includes(accept));
  find("agreements").classList.toggle("invited", invited);
  if (focused?.hidden) find("agreements").focus({ preventScroll: true });
  find("agreements").classList.toggle("empty", !detail.may.length); // it has its place until that is known
  if (detail.rematch)
    for (const button of [
      find("summary-rematch"),
      ...buttons.filter(({ dataset }) => dataset.does === "rematch"),
    ])
      button.textContent = t("Join the rematch");
  const sentence = offered(detail);
  if (find("agreed").textContent !== sentence) find("agreed").textContent = sentence;
}

for (const button of buttons) button.addEventListener("click", () => does(button.dataset.does));
find("summary-rematch")?.addEventListener("click", again);
onOffer(async () => {
  const own = chosen().seat === told.seat;
  if (
    !own ||
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

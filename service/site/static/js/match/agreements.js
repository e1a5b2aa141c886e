/** What players do together besides answering: resign, offer a draw, rest, take back, play again. */

import { post, refusal } from "../lib/api.js";
import { sure } from "./confirm.js";
import { all, data, find } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { on } from "./events.js";
import { nonce } from "../lib/nonce.js";
import { look } from "./table.js";

const { match, seats, table: words } = data("page");
const buttons = all("#agreements [data-does]");
let told;

const PATHS = {
  cancel: "takeback",
  askTakeback: "takeback",
  acceptTakeback: "takeback",
  acceptDraw: "draw",
  acceptPause: "pause",
  resign: "concession",
};
/** What everybody has to agree to, so that a browser that plays several seats agrees for all of them. */
const TOGETHER = new Set(["draw", "pause", "askTakeback"]);

/** Does it as the seat that looks, and for the others that this browser plays. */
async function does(what) {
  if (what === "rematch") return again();
  if (what === "resign" && !(await sure(words.sureResign, "", words.resign, words.back))) return;
  await look(); // the match may have gone on since the button was shown
  if (!told.may.includes(what)) return;
  const path = `/matches/${match}/${PATHS[what] ?? what}`;
  const body = path.endsWith("takeback") ? {} : undefined;
  try {
    await post(path, body, { viewer: told.viewer });
    const others = TOGETHER.has(what) ? seats.filter((seat) => `seat-${seat}` !== told.viewer) : [];
    for (const seat of others) await post(path, body, { viewer: `seat-${seat}` });
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

/** What stands between the players just now, in a sentence. */
function offered({ draws, pauses, takebacks, pausedBy, seats: sitting }) {
  const told = (list, sentence) => {
    if (!list.length) return "";
    const [first] = list;
    return seats.includes(first) ? words.asked : say(sentence, { who: sitting[first].player });
  };
  return (
    told(takebacks, words.asksTakeback) ||
    told(draws, words.offersDraw) ||
    told(pauses, words.asksPause) ||
    (pausedBy === "clock" ? words.flagFell : pausedBy ? words.paused : "")
  );
}

function show(detail) {
  told = detail;
  const focused = buttons.find((button) => button === document.activeElement);
  for (const button of buttons) button.hidden = !detail.may.includes(button.dataset.does);
  if (focused?.hidden) find("agreements").focus();
  find("agreements").classList.toggle("empty", !detail.may.length); // it has its place until that is known
  if (detail.rematch)
    for (const button of [
      find("summary-rematch"),
      ...buttons.filter(({ dataset }) => dataset.does === "rematch"),
    ])
      button.textContent = words.joinRematch;
  const sentence = offered(detail);
  if (find("agreed").textContent !== sentence) find("agreed").textContent = sentence;
}

for (const button of buttons) button.addEventListener("click", () => does(button.dataset.does));
find("summary-rematch")?.addEventListener("click", again);
if (buttons.length) on("table", show);

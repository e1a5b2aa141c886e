/** Cases on the page of a match: the disputes, and the statements of players. */

/** @import { CaseSummary } from "../../contract.d.ts" */
/** @import { MatchData } from "../../pages.d.ts" */
/** @import { Moment } from "../events.js" */

import { get, post } from "../../lib/api.js";
import { partyName, state, visibleClaim } from "../../desk/cases.js";
import { data, find, focused, h, query } from "../../lib/dom.js";
import { colon, say, t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { isOpen, openTab } from "./tabs.js";

/** @type {MatchData} */
const { match, seats, over } = data("page");
/** @type {string[]} */
const players = data("players").map((/** @type {string | null} */ name) => name ?? t("a free seat"));

/** @type {Record<string, string>} */
const WAYS = {
  open: t("Answer in case {number}"),
  appealed: t("Answer in case {number}"),
  ruled: t("Appeal in case {number}"),
};

const viewer = () => new URLSearchParams(location.search).get("as") ?? "";
const ownViewer = () => (viewer().startsWith("seat-") ? viewer() : `seat-${seats[0]}`);
const eyes = () => (seats.length ? ownViewer() : "spectator");

const RECENT = 3; // acts of rivals on offer

/** @type {Set<number>} The facts in evidence. */
const evidence = new Set();
/** @type {Moment} The moment on the page. */
let lastMoment;
let proposed = 0; // the act that the page chose, until its author chooses
let isUntouched = true; // a new case points to one act while its author has chosen none, nor begun to write

/** Lists the cases, and offers those open to a statement. */
async function load() {
  /** @type {{items: CaseSummary[]}} */
  const { items: cases } = await get(`/api/v1/matches/${match}/disputes`, { viewer: eyes() });
  query("#tab-cases .count").textContent = cases.length ? String(cases.length) : "";
  find("disputes").replaceChildren(...cases.map(item));
  const before = find("dispute-case")?.value;
  const choices = cases.flatMap(({ number, status }) =>
    WAYS[status] ? [{ number, status, label: say(WAYS[status], { number }) }] : [],
  );
  find("dispute-case")?.replaceChildren(
    h("option", { value: "", selected: !before }, t("a new case")),
    ...choices.map(({ number, status, label }) =>
      h("option", { value: number, selected: String(number) === before, "data-status": status }, label),
    ),
  );
  find("dispute-case")?.parentElement.toggleAttribute("hidden", !choices.length);
  fit();
}

/** @param {CaseSummary} summary */
const item = ({ number, status, by, claim }) =>
  h(
    "li",
    { class: "said notice", "data-case": number },
    h("a", { href: `/m/${match}/cases/${number}?as=${eyes()}` }, t("Case {number}", { number })),
    " ",
    state(status),
    h("p", {}, `${partyName(by, players)}${colon}${visibleClaim(claim)}`),
  );

/** Opens a new case about fact `seq`. @param {number} seq */
function dispute(seq) {
  isUntouched = false;
  find("dispute-case").value = "";
  evidence.clear();
  evidence.add(seq);
  list();
  find("dispute-open").open = true;
  openTab("cases");
  find("dispute-text").focus();
}

/**
 * Offers the acts of a moment. A new case is about the newest act of a rival, or about an earlier act on the board. New acts
 * do not move the list under the hand of its author.
 */
function follow(moment = lastMoment) {
  lastMoment = moment;
  if (!moment || !find("dispute-form") || !isOpen("cases")) return;
  const { seq, last, rivalActs } = moment;
  if (!isUntouched && seq === last) return;
  if (isUntouched) {
    const newest = rivalActs().at(-1);
    evidence.clear();
    proposed = seq === last && newest ? newest.last : seq;
    if (!find("dispute-case").value) evidence.add(proposed);
  }
  list();
}

/** Lists the acts on offer, newest first: those in evidence, the last ones of rivals, and the one on the board. */
function list() {
  if (!lastMoment) return;
  const { seq: shown, actAt, rivalActs } = lastMoment;
  /** @type {Map<number, {seq: number, text: string}>} By the numbers of acts. */
  const offered = new Map();
  for (const seq of [
    ...evidence,
    ...rivalActs()
      .slice(-RECENT)
      .map(({ last }) => last),
    shown,
  ]) {
    const act = actAt(seq);
    const text = act?.text || find("live").textContent;
    if (!offered.has(act?.seq ?? 0)) offered.set(act?.seq ?? 0, { seq, text });
  }
  const newestFirst = [...offered.values()].sort((one, other) => other.seq - one.seq);
  const { value } = focused(); // of a box that is replaced
  const isBox = focused().closest("#dispute-evidence");
  find("dispute-evidence").replaceChildren(
    ...newestFirst.map(({ seq, text }) => {
      const box = h("input", { type: "checkbox", value: seq, checked: evidence.has(seq) });
      return h("li", {}, h("label", { class: "check" }, box, h("span", {}, text)));
    }),
  );
  if (isBox) query(`#dispute-evidence [value="${value}"]`)?.focus({ preventScroll: true });
}

/** Takes or drops an act. The first one takes the place of the proposed one. @param {{target: HTMLInputElement}} event */
function choose({ target: { value, checked } }) {
  isUntouched = false;
  if (checked) evidence.delete(proposed);
  proposed = 0;
  if (checked) evidence.add(Number(value));
  else evidence.delete(Number(value));
  list();
}

/** Fits the form to the chosen case. An appeal points to no facts: the judge has them before him. */
function fit() {
  const choice = find("dispute-case")?.selectedOptions[0];
  if (!choice) return;
  find("dispute-shown").hidden = choice.dataset.status === "ruled";
  find("dispute-say").textContent = choice.value ? t("Say so") : t("Call a judge");
  follow();
}

/** Opens a case, answers in one, or appeals against its ruling. @param {Event} event */
async function speak(event) {
  event.preventDefault();
  const { value, selectedOptions } = find("dispute-case");
  const text = find("dispute-text").value;
  const references = [...evidence].sort((one, other) => one - other).map((seq) => ({ seq }));
  const path = `/api/v1/matches/${match}/disputes`;
  const { status } = selectedOptions[0].dataset;
  try {
    let number = value;
    if (!value)
      ({ case: number } = await post(path, { claim: text, evidence: references }, { viewer: ownViewer() }));
    else if (status === "ruled") await post(`${path}/${value}/appeals`, { text }, { viewer: ownViewer() });
    else await post(`${path}/${value}/answers`, { text, evidence: references }, { viewer: ownViewer() });
    find("dispute-form").reset();
    query("summary", find("dispute-open")).focus();
    find("dispute-open").open = false;
    find("dispute-sent").textContent = t("Case {number} is with the judge.", { number });
    find("dispute-trouble").textContent = "";
    evidence.clear();
    isUntouched = false; // that act is in the new case now
    list();
    await load();
    find("dispute-sent").scrollIntoView({ block: "nearest" });
  } catch (problem) {
    find("dispute-trouble").textContent = problem.message;
  }
}

find("dispute-form")?.addEventListener("submit", speak);
find("dispute-evidence")?.addEventListener("change", choose);
find("dispute-evidence")?.addEventListener("focusin", () => (isUntouched = false));
find("dispute-case")?.addEventListener("change", fit);
find("dispute-text")?.addEventListener("input", () => (isUntouched = false));
on("moment", follow);
on("disputed", dispute);
on("tab", (tab) => tab === "tab-cases" && load());
load();
if (!over) setInterval(() => isOpen("cases") && !document.hidden && load(), 15000);

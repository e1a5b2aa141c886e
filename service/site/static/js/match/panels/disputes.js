/** Cases on the page of a match: the disputes, and the statements of players. */

/** @import { CaseSummary } from "../../contract.d.ts" */
/** @import { MatchData } from "../../pages.d.ts" */

import { get, post } from "../../lib/api.js";
import { partyName, state, visibleClaim } from "../../desk/cases.js";
import { data, find, h, query } from "../../lib/dom.js";
import { colon, say, t } from "../../lib/i18n.js";
import { on } from "../events.js";
import { storyLine } from "../../replay/story-line.js";
import { isOpen, offerTab, openTab } from "./tabs.js";

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

/** @type {Map<number, string>} The sentences of the facts in evidence, by number. */
const evidenceBySeq = new Map();
let isUntouched = true; // a new case points to the shown moment until its author chooses moments, or begins to write

/** Lists the cases, and offers those open to a statement. */
async function load() {
  /** @type {{items: CaseSummary[]}} */
  const { items: cases } = await get(`/api/v1/matches/${match}/disputes`, { viewer: eyes() });
  offerTab("cases", seats.length > 0 || cases.length > 0);
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

/** Adds a fact to the evidence: that at the scrubber, or fact `seq`. */
function addMoment(seq = Number(query("#scrubber input[type=range]").value)) {
  evidenceBySeq.set(seq, storyLine(seq)?.firstChild.textContent || find("live").textContent);
}

function point() {
  isUntouched = false;
  addMoment();
  list();
}

/** Opens a new case about fact `seq`. @param {number} seq */
function dispute(seq) {
  isUntouched = false;
  find("dispute-case").value = "";
  evidenceBySeq.clear();
  addMoment(seq);
  list();
  find("dispute-open").open = true;
  openTab("cases");
  find("dispute-text").focus();
}

/** Points to the shown moment, and to no other, while nobody has chosen one. */
function follow() {
  if (!isUntouched || !find("dispute-form") || !isOpen("cases")) return;
  evidenceBySeq.clear();
  if (!find("dispute-case").value) addMoment();
  list();
}

function list() {
  /** @param {number} seq */
  const drop = (seq) => () => {
    isUntouched = false;
    evidenceBySeq.delete(seq);
    list();
    find("dispute-point").focus();
  };
  const items = [...evidenceBySeq]
    .sort(([one], [other]) => one - other)
    .map(([seq, text]) => {
      const label = t("Do not point to this moment: {moment}", { moment: text });
      return h(
        "li",
        { class: "notice", "data-seq": seq },
        h("span", {}, text),
        h(
          "button",
          { type: "button", class: "quiet", "aria-label": label, title: label, onclick: drop(seq) },
          "×",
        ),
      );
    });
  find("dispute-evidence").replaceChildren(...items);
}

/** Fits the form to the chosen case. An appeal points to no facts: the judge has them before him. */
function fit() {
  const choice = find("dispute-case")?.selectedOptions[0];
  if (!choice) return;
  find("dispute-evidence").parentElement.hidden = choice.dataset.status === "ruled";
  find("dispute-say").textContent = choice.value ? t("Say so") : t("Call a judge");
  follow();
  list();
}

/** Opens a case, answers in one, or appeals against its ruling. @param {Event} event */
async function speak(event) {
  event.preventDefault();
  const { value, selectedOptions } = find("dispute-case");
  const text = find("dispute-text").value;
  const evidence = [...evidenceBySeq.keys()].sort((one, other) => one - other).map((seq) => ({ seq }));
  const path = `/api/v1/matches/${match}/disputes`;
  const { status } = selectedOptions[0].dataset;
  try {
    let number = value;
    if (!value) ({ case: number } = await post(path, { claim: text, evidence }, { viewer: ownViewer() }));
    else if (status === "ruled") await post(`${path}/${value}/appeals`, { text }, { viewer: ownViewer() });
    else await post(`${path}/${value}/answers`, { text, evidence }, { viewer: ownViewer() });
    find("dispute-form").reset();
    query("summary", find("dispute-open")).focus();
    find("dispute-open").open = false;
    find("dispute-sent").textContent = t("Case {number} is with the judge.", { number });
    find("dispute-trouble").textContent = "";
    evidenceBySeq.clear();
    isUntouched = false; // the shown moment is that of the new case now
    list();
    await load();
    find("dispute-sent").scrollIntoView({ block: "nearest" });
  } catch (problem) {
    find("dispute-trouble").textContent = problem.message;
  }
}

find("dispute-form")?.addEventListener("submit", speak);
find("dispute-point")?.addEventListener("click", point);
find("dispute-case")?.addEventListener("change", fit);
find("dispute-text")?.addEventListener("input", () => (isUntouched = false));
on("moment", follow);
on("disputed", dispute);
on("tab", (tab) => tab === "tab-cases" && load());
load();
if (!over) setInterval(() => isOpen("cases") && !document.hidden && load(), 15000);

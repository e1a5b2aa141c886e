/** Cases on the page of a match: what is disputed, and the words of those at the table. */

import { get, post } from "./api.js";
import { called, state } from "./desk/cases.js";
import { h, say } from "./dom.js";

const { match, seats, over } = JSON.parse(document.getElementById("page").textContent);
const told = JSON.parse(document.getElementById("dispute-words").textContent);
const words = { desk: told.words };
const find = (id) => document.getElementById(id);
const shown = () => Number(new URLSearchParams(location.search).get("seq"));
const viewer = () => new URLSearchParams(location.search).get("as") ?? "";
const own = () => (viewer().startsWith("seat-") ? viewer() : `seat-${seats[0]}`);

/** Lists the cases, and offers those in which something can still be said. */
async function load() {
  const eyes = seats.length ? own() : "spectator";
  const { cases } = await get(`/matches/${match}/disputes`, { viewer: eyes });
  find("dispute-count").textContent = cases.length ? String(cases.length) : "";
  find("disputes").replaceChildren(...cases.map(item));
  const before = find("dispute-case")?.value;
  const ways = [["", told.fresh], ...cases.flatMap(({ number, status }) => (told.ways[status] ? [[number, say(told.ways[status], { number })]] : []))];
  find("dispute-case")?.replaceChildren(
    ...ways.map(([value, label]) => h("option", { value, selected: String(value) === before, "data-status": cases[value - 1]?.status }, label)),
  );
}

const item = ({ number, status, by, claim }) =>
  h("li", { class: "said", "data-case": number }, h("b", {}, say(words.desk.case, { number })), " ", state(status, words), h("p", {}, `${called(by, told.players, words)}: ${claim || "…"}`));

/** Opens a case, answers in one, or appeals against its ruling. */
async function speak(event) {
  event.preventDefault();
  const { value, selectedOptions } = find("dispute-case");
  const text = find("dispute-text").value;
  const seq = shown();
  const evidence = find("dispute-here").checked && seq ? [{ seq }] : [];
  const path = `/matches/${match}/disputes`;
  const status = selectedOptions[0].dataset.status;
  try {
    if (!value) await post(path, { claim: text, evidence }, { viewer: own() });
    else if (status === "ruled") await post(`${path}/${value}/appeals`, { text }, { viewer: own() });
    else await post(`${path}/${value}/answers`, { text, evidence }, { viewer: own() });
    find("dispute-form").reset();
    find("dispute-trouble").textContent = "";
    await load();
  } catch (problem) {
    find("dispute-trouble").textContent = problem.message;
  }
}

find("dispute-form")?.addEventListener("submit", speak);
find("dispute").addEventListener("toggle", () => find("dispute").open && load());
await load();
if (!over) setInterval(() => find("dispute").open && !document.hidden && load(), 15000);

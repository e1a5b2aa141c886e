/** The live queue of cases that wait for a ruling, from all matches. Existing rows stay in place. */

/** @import { QueuedCase } from "../contract.d.ts" */

import { LostLine, post, Problem, refusal } from "../lib/api.js";
import { data, find, focused, h, queryAll } from "../lib/dom.js";
import { say, t } from "../lib/i18n.js";
import { linesOf } from "../lib/stream.js";
import { partyName } from "../desk/cases.js";

const page = data("page");
const { titles, judge, event } = page;
const JUDGE = { viewer: "judge" };
const AGAIN = 2000; // milliseconds before a lost stream is opened again
const MINUTE = 60_000;

/**
 * Rows by case: one that waits on keeps its row, and with it the focus.
 * @type {Map<string, {serialized: string, element: HTMLElement}>}
 */
const rows = new Map();

/** @param {QueuedCase} entry */
const key = ({ match, case: number }) => `${match}/${number}`;

/** Shows the current queue. @param {{items: QueuedCase[], next: string | null}} queue */
function show({ items: cases, next }) {
  const list = find("queue");
  const rowElements = cases.map((entry) => row(entry));
  for (const each of [...list.children]) if (!rowElements.includes(each)) each.remove();
  rowElements.forEach((element, index) => {
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  for (const each of [...rows.keys()]) if (!cases.some((entry) => key(entry) === each)) rows.delete(each);
  find("queue-empty").hidden = cases.length > 0;
  find("queue-count").textContent = say(
    cases.length === 1 ? t("1 case waits for a ruling") : t("{count} cases wait for a ruling"),
    {
      count: cases.length,
    },
  );
  find("queue-more").hidden = next === null;
  document.title = cases.length ? `(${cases.length}) ${page.title}` : page.title;
  document.body.dataset.ready = "true";
}

/** The row of a case, redrawn after changes. @param {QueuedCase} entry */
function row(entry) {
  const previous = rows.get(key(entry));
  const serialized = JSON.stringify(entry);
  if (previous?.serialized === serialized) return previous.element;
  const element = previous?.element ?? h("li", { class: "queued paper" });
  const focusedClass = element.contains(focused()) ? focused().className : "";
  element.dataset.case = key(entry);
  const parts = [
    h(
      "a",
      { class: "case tap", href: `/m/${entry.match}/desk?case=${entry.case}` },
      t("Case {number}", { number: entry.case }),
      " · ",
      titles[entry.game] ?? entry.game,
    ),
    h("span", { class: "players" }, players(entry).join(" – ")),
    h("span", { class: "by" }, claim(entry)),
    h("time", { class: "waits", datetime: entry.since }, waits(entry.since ?? "")),
    entry.event ? h("span", { class: "event minor" }, entry.event) : null,
    whose(entry),
  ];
  element.replaceChildren(...parts.filter(Boolean));
  rows.set(key(entry), { serialized, element });
  if (focusedClass) element.getElementsByClassName(focusedClass)[0]?.focus();
  return element;
}

/** The claim of a case, or the objection to an entry of a recording, in words. @param {QueuedCase} entry */
function claim(entry) {
  if (entry.appealed)
    return t("{who} claimed something; there is an appeal", { who: partyName(entry.by, players(entry)) });
  if (entry.seat === null) return t("{who} claims something", { who: partyName(entry.by, players(entry)) });
  const player = players(entry)[entry.seat];
  return entry.entry
    ? t("{player} objects to entry {number}", { player, number: entry.entry })
    : t("{player} objects to the recording", { player });
}

/** @param {QueuedCase} entry */
const players = (entry) => entry.players.map((name) => name ?? t("a free seat"));

/** The judge of a case, and a button to change that. @param {QueuedCase} entry */
function whose(entry) {
  const isMine = entry.judge === judge;
  const label = isMine ? t("Give it back") : entry.judge ? t("Take it over") : t("Take it");
  const assignment = isMine
    ? t("Yours")
    : entry.judge
      ? t("For the judge {judge}", entry)
      : t("Nobody’s yet");
  const name = `${label}: ${t("Case {number}", { number: entry.case })}, ${players(entry).join(" – ")}`;
  return h(
    "span",
    { class: "whose cluster" },
    h("span", { class: isMine ? "mine" : "" }, assignment),
    h(
      "button",
      {
        type: "button",
        class: "assign quiet",
        "aria-label": name,
        onclick: () => assign(entry, isMine ? "" : judge),
      },
      label,
    ),
  );
}

/** @param {QueuedCase} entry @param {string} to */
async function assign(entry, to) {
  find("trouble").textContent = "";
  try {
    await post(`/api/v1/matches/${entry.match}/disputes/${entry.case}/assignment`, { judge: to }, JUDGE);
  } catch (problem) {
    find("trouble").textContent = refusal(problem);
  }
}

/** How long a case has waited, in words. @param {string} openedAt */
function waits(openedAt) {
  const minutes = Math.max(0, Math.round((Date.now() - Date.parse(openedAt)) / MINUTE));
  const lang = document.documentElement.lang;
  /** @param {number} value @param {string} unit */
  const count = (value, unit) =>
    new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(value);
  const duration =
    minutes < 60
      ? count(minutes, "minute")
      : minutes < 2880
        ? count(Math.floor(minutes / 60), "hour")
        : count(Math.floor(minutes / 1440), "day");
  return t("waits {time}", { time: duration });
}

/** Listens to the queue, and comes back when the line was lost. */
async function listen() {
  const query = new URLSearchParams({ limit: 200, ...(event && { event }) });
  for (;;) {
    try {
      const response = await fetch(`/api/v1/disputes?${query}`, {
        headers: { Accept: "text/event-stream", "X-Viewer": JUDGE.viewer },
      });
      if (!response.ok) throw new Problem(await response.json());
      find("line").hidden = true;
      for await (const line of linesOf(response))
        if (line.startsWith("data: ")) show(JSON.parse(line.slice(6)));
    } catch (problem) {
      if (problem instanceof Problem) {
        find("trouble").textContent = refusal(problem);
        if (problem.status === 401 || problem.status === 403) return;
      } else if (!(problem instanceof TypeError || problem instanceof LostLine)) throw problem;
      find("line").hidden = false;
    }
    await new Promise((again) => setTimeout(again, AGAIN));
  }
}

setInterval(() => {
  for (const time of queryAll("time.waits")) time.textContent = waits(time.dateTime);
}, MINUTE / 2);
listen();

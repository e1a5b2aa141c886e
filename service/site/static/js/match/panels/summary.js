/** How a match ended: the result, why, the scores after each round, what decided it; and what to do next. */

import { get } from "../../lib/api.js";
import { cite } from "../../lib/cite.js";
import { data, find, h } from "../../lib/dom.js";
import { on, emit } from "../events.js";
import { outcome } from "../../replay/outcome.js";
import { t } from "../../lib/i18n.js";

const page = data("page");
const { match, game, words } = page;
const KINDS = { ko: 0, ruling: 1, vp: 2 };
const MOST = 6;
let shown; // the last moment that the page told of
let before;

const go = (seq) => emit("go", seq);
const close = () => find("summary").hidePopover();

/** The moments that counted most, in order. */
function key(marks) {
  const chosen = [...marks].sort(([, one], [, other]) => KINDS[one] - KINDS[other]).slice(0, MOST);
  return chosen.sort(([one], [other]) => one - other);
}

const moment = ([seq]) => {
  const sentence = document.querySelector(`#story [data-seq="${seq}"] a`)?.textContent ?? "";
  return (
    sentence && h("li", {}, h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, sentence))
  );
};

function rounds({ sides, rounds, scores }) {
  const table = find("summary-rounds");
  table.hidden = !rounds.length;
  const row = (head, cells, seq) => {
    const title = seq
      ? h("button", { type: "button", class: "quiet", onclick: () => go(seq) }, String(head))
      : String(head);
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, title),
      cells.map((cell) => h("td", {}, String(cell))),
    );
  };
  table.tHead.replaceChildren(
    h(
      "tr",
      {},
      h("th", { scope: "col" }, t("Round")),
      sides.map((side) => h("th", { scope: "col" }, side)),
    ),
  );
  table.tBodies[0].replaceChildren(
    ...rounds.map(({ round, seq, scores }) => row(round, scores, seq)),
    row(t("End"), scores),
  );
}

/** Shows the summary; without taking the focus, for nobody asked for it. */
export async function open() {
  const { viewer, marks = [] } = shown;
  const told = await get(`/m/${match}/summary?lang=${document.documentElement.lang}`, { viewer });
  if (!told.over) return;
  find("summary-title").textContent = outcome(told);
  find("summary-why").textContent = told.why;
  find("summary-rule").replaceChildren(
    ...(told.rule && told.sentence ? [cite(told.rule, game, words), " ", told.sentence] : []),
  );
  rounds(told);
  const moments = key(marks).map(moment).filter(Boolean);
  find("summary-moments").hidden = !moments.length;
  find("summary-moments")
    .querySelector("ol")
    .replaceChildren(...moments);
  if (!find("summary").matches(":popover-open")) find("summary").showPopover();
}

on("moment", (detail) => {
  shown = detail;
});
on("table", ({ status }) => {
  const told = find("lesson"); // a lesson or puzzle tells itself that it is over
  if (status === "over" && before && before !== "over" && !shown.quiet && !told) open();
  before = status;
  find("summary-open").hidden = status !== "over";
});
find("summary-open").addEventListener("click", open);
find("summary-close").addEventListener("click", () => {
  close();
  find("summary-open").focus();
});
find("summary-review").addEventListener("click", () => {
  close();
  go(shown.first);
});
document.addEventListener(
  "keydown",
  (event) => event.key === "Escape" && find("summary").matches(":popover-open") && close(),
);

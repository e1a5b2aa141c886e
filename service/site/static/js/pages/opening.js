/** The form for a new match. Choices that others rule out are disabled, with the reason. */

import { cite } from "../lib/cite.js";
import { get } from "../lib/api.js";
import { find, query, queryAll } from "../lib/dom.js";
import { commitForms } from "../lib/nonce.js";

const form = query(".open-match");
const { game } = form.dataset;
const unfit = new Map(
  Object.entries(JSON.parse(form.dataset.unfit)).map(([choice, seats]) => [choice.split("="), seats]),
);
const reason = find("unfit");

async function fit() {
  const { elements } = form;
  const ruledOut = Object.assign(
    {},
    ...[...unfit].filter(([[field, value]]) => elements[field]?.value === value).map(([, seats]) => seats),
  );
  const counts = queryAll("[name=seats]", form);
  for (const count of counts) count.disabled = count.value in ruledOut;
  if (counts.some((count) => count.disabled && count.checked))
    counts.find((count) => !count.disabled).checked = true;
  await explain([...new Set(Object.values(ruledOut))]);
}

/** @param {string[]} numbers */
async function explain(numbers) {
  const lang = document.documentElement.lang;
  const rules = await Promise.all(
    numbers.map((number) => get(`/api/v1/games/${game}/rules/${number}?lang=${lang}`)),
  );
  reason.replaceChildren(...rules.flatMap((rule) => [cite(rule.number, game), " ", rule.text]));
}

commitForms();
form.addEventListener("change", fit);
await fit();

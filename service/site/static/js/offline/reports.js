/** The queue of a player's reports at the own table: typed without a network, sent later, and not lost. */

/** @import { QueueState } from "./queue.js" */

import { find, query, queryAll, within } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { Problem } from "../lib/api.js";
import { Queue, Stopped } from "./queue.js";

const REFUSED = [400, 404, 409, 413, 422]; // the service takes the report in no case: the player decides again
const NOT_ALLOWED = [401, 403]; // the report waits until this browser is the player's again

/**
 * Sends the forms with a result through the queue of `tournament`, and shows its state in `#queued`.
 * @param {string} tournament
 */
export async function queueReports(tournament) {
  const queue = new ReportQueue(tournament, showReport);
  document.addEventListener("submit", async (event) => {
    const submitter = /** @type {HTMLButtonElement | null} */ (event.submitter);
    const form = within(event, "form");
    if (!form || !submitter || new FormData(form, submitter).get("do") !== "report") return;
    event.preventDefault();
    await queue.report(form, submitter).catch(() => sendAsForm(form, submitter));
  });
  await queue.open();
}

class ReportQueue extends Queue {
  /**
   * @param {string} tournament
   * @param {(state: QueueState) => void} showState
   */
  constructor(tournament, showState) {
    super(`report ${tournament}`, showState);
    this.path = `/t/${tournament}/me`;
  }

  /** Saves the report in a form. @param {HTMLFormElement} form @param {HTMLElement} submitter */
  async report(form, submitter) {
    const fields = [...new FormData(form, submitter)].filter(([name]) => name !== "csrf");
    await this.add({ fields, text: describe(form) });
  }

  async deliver() {
    const [report] = this.items;
    const body = new URLSearchParams(report.content.fields);
    body.set("csrf", query('meta[name="csrf-token"]').content);
    const reply = await this.request(this.path, { method: "POST", body }, [...REFUSED, ...NOT_ALLOWED]);
    const page = new DOMParser().parseFromString(reply.body, "text/html");
    if (NOT_ALLOWED.includes(reply.response.status)) {
      const title = page.querySelector("#trouble, h1")?.textContent;
      throw new Stopped("failed", { problem: new Problem({ title }) });
    }
    await this.settle([report], this.memory);
    if (reply.response.ok) location.replace(location.pathname);
    else showRefusal(page);
  }
}

/**
 * Shows the page with which the service refuses a report: its sentence, and the form as the player typed it.
 * @param {Document} page
 */
function showRefusal(page) {
  document.title = page.title;
  find("main").replaceChildren(...query("main", page).childNodes);
  find("trouble")?.scrollIntoView();
}

/** @param {QueueState} state */
function showReport(state) {
  const line = find("queued");
  if (!line) return;
  const [report] = state.items;
  line.hidden = state.waiting === 0;
  line.dataset.queue = state.status;
  line.textContent = report && `${sentence(state)} ${report.content.text}`;
}

/** @param {QueueState} state */
function sentence({ status, problem }) {
  if (status === "failed") return problem?.message ?? "";
  return status === "sending"
    ? t("Your report is being sent.")
    : t("Your report is saved in this browser, and is sent as soon as there is a network.");
}

/** Returns what a player has typed into a form. @param {HTMLFormElement} form */
function describe(form) {
  const chosen = queryAll("input:checked", form).map(({ parentElement }) => parentElement.innerText);
  const typed = queryAll("input[inputmode], select", form)
    .filter(({ value }) => value)
    .map((field) => `${field.labels[0].firstChild.textContent.trim()} ${field.value}`);
  return [...chosen, ...typed].join(" · ");
}

/**
 * Sends a form as a browser without a store does.
 * @param {HTMLFormElement} form @param {HTMLButtonElement} submitter
 */
function sendAsForm(form, submitter) {
  const { name, value } = submitter;
  const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  form.append(field);
  form.submit();
}

/** The page of notifications: it turns them on and off in this browser. */

import { send } from "../lib/api.js";
import { find, query, queryAll } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describe } from "../offline/notifications.js";
import { endSubscription, findSubscription, registerWorker } from "../offline/worker-client.js";

const canReceive = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const section = find("browser");
if (section) showBrowser();
else endSubscription();

/** Shows whether this browser gets notifications, and the button that turns them on. */
async function showBrowser() {
  if (!canReceive) {
    return say(
      t(
        "This browser cannot receive notifications. Open this page in another one; on an iPhone or iPad, add Recount to the home screen first.",
      ),
    );
  }
  if (Notification.permission === "denied") {
    return say(
      t(
        "This browser blocks notifications from this site. You find them on this page all the same. To get them elsewhere, allow them in the settings of the browser.",
      ),
    );
  }
  const subscription = await findSubscription();
  const own = subscription && query(`[data-browser="${await digestEndpoint(subscription)}"]`);
  if (own) {
    section.append(...queryAll("form", own));
    own.remove();
    query("form:last-child", section).addEventListener("submit", turnOff);
    return say(t("This browser gets notifications."));
  }
  const button = find("turn-on");
  button.parentElement.hidden = false;
  button.addEventListener("click", () => turnOn(button));
  say(t("This browser gets no notifications."));
}

/**
 * Returns the digest by which the page names a browser: the service worker may have renewed its address.
 * @param {PushSubscription} subscription
 */
async function digestEndpoint({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks for the permission, and gives the service the subscription of this browser. @param {HTMLButtonElement} button */
async function turnOn(button) {
  button.disabled = true;
  try {
    if ((await Notification.requestPermission()) !== "granted") return await showBrowser();
    await registerWorker();
    await endSubscription(); // one with another key would stay
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: section.dataset.key };
    await send("POST", "/me/notifications/browser", describe(await pushManager.subscribe(options)));
    location.reload();
  } catch (error) {
    say(t("Notifications stay off: {reason}", { reason: error.message }));
  } finally {
    button.disabled = false;
  }
}

/** Ends the subscription of this browser, and then sends the form. @param {SubmitEvent} event */
async function turnOff(event) {
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  event.preventDefault();
  await endSubscription();
  form.submit();
}

/** @param {string} sentence */
function say(sentence) {
  find("browser-said").textContent = sentence;
}

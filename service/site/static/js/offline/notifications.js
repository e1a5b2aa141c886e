/** Notifications in the service worker: each shows its sentence, and leads to its page. */

/** @import { ServiceWorkerScope } from "../worker.d.ts" */

import { RENEWAL } from "./worker-client.js";

/** @typedef {{title: string, body: string, tag: string, lang: string, path: string}} Message  a push message */

const PATH = "/notifications/browser";

/**
 * Shows the push messages to `worker` with an icon, and renews a subscription whose key the service has replaced.
 * @param {ServiceWorkerScope} worker
 * @param {string} icon
 */
export function showNotifications(worker, icon) {
  worker.addEventListener("push", (event) => {
    const message = event.data.json();
    event.waitUntil(Promise.all([show(message), renewInTurn(() => renewKey(message.key))]));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openPage(event.notification.data.path));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => {
    const former = event.oldSubscription;
    if (former) event.waitUntil(renewInTurn(() => resubscribe(former, keyOf(former))));
  });
  worker.addEventListener("fetch", (event) => {
    if (event.request.mode === "navigate") event.waitUntil(renewInTurn(submitRenewal));
  });

  /** @param {Message} message */
  const show = ({ title, body, tag, lang, path }) => {
    const options = { body, tag, lang, renotify: true, icon, data: { path } };
    return worker.registration.showNotification(title, options);
  };

  /** Goes to the tab of the page, or opens one. @param {string} path */
  async function openPage(path) {
    const { href, pathname } = new URL(path, worker.location.origin);
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find(({ url }) => new URL(url).pathname === pathname);
    return tab ? tab.focus() : worker.clients.openWindow(href);
  }

  const findSubscription = () => worker.registration.pushManager.getSubscription();

  /** @type {Promise<unknown>} */
  let renewal = Promise.resolve();
  /**
   * Renews after all earlier renewals: two at once would replace one address twice.
   * @param {() => Promise<unknown>} renew
   */
  const renewInTurn = (renew) => (renewal = renewal.then(renew).catch(() => undefined));

  /** Subscribes with the present key of the service, unless this browser has. @param {string} key */
  async function renewKey(key) {
    const isSettled = await submitRenewal();
    const former = await findSubscription();
    if (!isSettled || !former || keyOf(former) === key) return;
    const reply = await sendRenewal(former.endpoint, former); // the working one ends only while the service answers
    if (reply.ok) await resubscribe(former, key);
  }

  /** Puts a new subscription in the place of a former one. @param {PushSubscription} former @param {string} key */
  async function resubscribe(former, key) {
    const earlier = await readRenewal();
    const pending = { former: earlier?.former ?? former.endpoint, key };
    await (await caches.open(RENEWAL)).put(PATH, new Response(JSON.stringify(pending)));
    await former.unsubscribe();
    await submitRenewal();
  }

  /** Subscribes after an unfinished renewal, and tells the service. Returns whether no renewal is left. */
  async function submitRenewal() {
    const pending = await readRenewal();
    if (!pending) return true;
    const { pushManager } = worker.registration;
    const options = { userVisibleOnly: true, applicationServerKey: pending.key };
    const renewed = (await findSubscription()) ?? (await pushManager.subscribe(options));
    const { ok, status } = await sendRenewal(pending.former, renewed);
    if (status === 422) await renewed.unsubscribe(); // the service has forgotten this browser
    return (ok || status === 422) && caches.delete(RENEWAL);
  }
}

/** Returns the renewal that the service has not accepted yet: the former address, and the key for the next one. */
const readRenewal = async () => (await caches.match(PATH, { cacheName: RENEWAL }))?.json();

/** @param {string} former @param {PushSubscription} subscription */
const sendRenewal = (former, subscription) =>
  fetch(PATH, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ former, ...describe(subscription) }),
  });

/** Returns the key of the service with which a browser subscribed. @param {PushSubscription} subscription */
export const keyOf = ({ options }) => encode(options.applicationServerKey);

/** Returns a subscription in the form of the service. @param {PushSubscription} subscription */
export function describe(subscription) {
  return {
    endpoint: subscription.endpoint,
    browser_key: encode(subscription.getKey("p256dh")),
    auth_secret: encode(subscription.getKey("auth")),
    service_key: keyOf(subscription),
  };
}

/** @param {ArrayBuffer | null} bytes */
const encode = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

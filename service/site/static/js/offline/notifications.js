/** Notifications in the service worker: each shows its sentence, and leads to its page. */

/**
 * Shows the push messages to `worker` with an icon, and renews a subscription whose key the service has replaced.
 * @param {any} worker
 * @param {string} icon
 */
export function showNotifications(worker, icon) {
  worker.addEventListener("push", (event) => {
    const message = event.data.json();
    event.waitUntil(Promise.all([show(message), renewKey(message.key).catch(() => undefined)]));
  });
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(openPage(event.notification.data.path));
  });
  worker.addEventListener("pushsubscriptionchange", (event) => {
    if (event.oldSubscription) event.waitUntil(resubscribe(event.oldSubscription));
  });

  const show = ({ title, body, tag, lang, path }) =>
    worker.registration.showNotification(title, { body, tag, lang, renotify: true, icon, data: { path } });

  /** Goes to the tab of the page, or opens one. */
  async function openPage(path) {
    const { href, pathname } = new URL(path, worker.location.origin);
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find(({ url }) => new URL(url).pathname === pathname);
    return tab ? tab.focus() : worker.clients.openWindow(href);
  }

  /** Subscribes with the present key of the service, unless this browser has. */
  async function renewKey(key) {
    const former = await worker.registration.pushManager.getSubscription();
    if (former && keyOf(former) !== key) await resubscribe(former, key);
  }

  /** Puts a new subscription in the place of a former one. */
  async function resubscribe(former, key = keyOf(former)) {
    await former.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: key };
    const renewed = await worker.registration.pushManager.subscribe(options);
    await fetch("/notifications/browser", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ former: former.endpoint, ...describe(renewed) }),
    });
  }
}

/** Returns the key of the service with which a browser subscribed. */
export const keyOf = ({ options }) => encode(options.applicationServerKey);

/** Returns a subscription in the form of the service. */
export function describe(subscription) {
  return {
    endpoint: subscription.endpoint,
    browser_key: encode(subscription.getKey("p256dh")),
    auth_secret: encode(subscription.getKey("auth")),
    service_key: keyOf(subscription),
  };
}

const encode = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

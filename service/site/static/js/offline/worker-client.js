/** Pages that work without a network: they let the service worker store them with their files. */

/** The cache with the renewal of a subscription that the service has not accepted yet. */
export const RENEWAL = "push-renewal";

/** Registers the service worker in the language of the page, and lets it store this page. */
export async function registerWorker() {
  const { lang } = document.documentElement;
  try {
    await navigator.serviceWorker.register(`/service-worker.js?lang=${lang}`);
  } catch {
    return; // a browser that stores nothing: the page works with a network
  }
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const files = loaded.map(({ pathname, search }) => pathname + search);
  active?.postMessage({
    path: location.pathname,
    files: files.filter((file) => file.startsWith("/static/")),
  });
}

/** Returns the subscription of this browser to push messages, if it has one. */
export async function findSubscription() {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

/** Ends the push messages to this browser, which another person may use now. */
export async function endSubscription() {
  await globalThis.caches?.delete(RENEWAL);
  await (await findSubscription())?.unsubscribe();
}

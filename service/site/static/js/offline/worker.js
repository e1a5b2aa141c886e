/**
 * The service worker: pages that work without a network, and a sentence for those that do not. It stores nothing of the
 * API, and pages of this browser's own seats, scribes and tournaments alone.
 */

/** @import { ServiceWorkerScope } from "../worker.d.ts" */

import { showNotifications } from "./notifications.js";

const worker = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (globalThis));

const PREFIX = "recount-";
const OWN_PAGES = /^\/(t\/[\w-]+\/me|m\/[\w-]+\/(record|sheet))$/; // pages that work without a network
/** Addresses of forms after which another person may use this browser. */
const ANOTHER_PERSON = /\/(enter|leave|end|record|phone|register)$/;
const PATIENCE = 4000; // milliseconds for a page of the service where this browser has one

/**
 * Serves this release, which is named by a digest of its files.
 * @param {{release: string, lang: string, fallback: string, files: string[], icon: string}} options
 */
export function serve({ release, lang, fallback, files, icon }) {
  const names = {
    files: `${PREFIX}files-${release}-${lang}`,
    pages: `${PREFIX}pages-${release}-${lang}`,
  };
  let persons = 0; // how often another person may have come: a page for the one before is not stored

  worker.addEventListener("install", (event) => {
    worker.skipWaiting();
    event.waitUntil(install());
  });
  worker.addEventListener("activate", (event) => event.waitUntil(activate()));
  worker.addEventListener("message", (event) => event.waitUntil(storePage(event.data)));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (address.origin !== worker.location.origin) return;
    if (request.mode === "navigate") event.respondWith(openPage(request, address));
    else if (address.pathname.startsWith("/static/")) event.respondWith(readFile(request));
  });

  showNotifications(worker, icon);

  /** Stores what the page without a network needs, and loads the pages of the last release anew. */
  async function install() {
    const cache = await caches.open(names.files);
    await cache.addAll([fallback, ...files]);
    for (const name of await ownCaches()) {
      if (name === names.pages || !name.startsWith(`${PREFIX}pages-`)) continue;
      for (const { url } of await (await caches.open(name)).keys()) await loadPage(new URL(url).pathname);
    }
  }

  /** Removes the files and pages of other releases, and takes over the open pages. */
  async function activate() {
    const others = (await ownCaches()).filter((name) => !Object.values(names).includes(name));
    await Promise.all(others.map((name) => caches.delete(name)));
    await worker.clients.claim();
  }

  const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

  /**
   * Stores an open page with its files, which it loaded before this worker was there.
   * @param {{path: string, files: string[]}} page
   */
  async function storePage(page) {
    await loadPage(page.path);
    const cache = await caches.open(names.files);
    for (const file of page.files)
      if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
  }

  /** @param {string} path */
  async function loadPage(path) {
    if (!OWN_PAGES.test(path)) return;
    const person = persons;
    // The browser's own cache would let loads of one address wait for each other.
    const reply = await fetch(path, { cache: "no-store" }).catch(() => undefined);
    if (reply) await keepPage(path, reply, person);
  }

  /**
   * Stores a page that was fetched for a person, unless another one may have come since.
   * @param {string} path @param {Response} reply @param {number} person
   */
  async function keepPage(path, reply, person) {
    if (!OWN_PAGES.test(path)) return;
    const copy = reply.clone();
    const cache = await caches.open(names.pages);
    if (person !== persons) return;
    if (reply.status === 401 || reply.status === 403) await cache.delete(path);
    if (reply.ok && !reply.redirected) await cache.put(path, copy);
  }

  /**
   * Sends the form after which another person may use this browser, and forgets the pages of the one before.
   * @param {Request} request
   */
  async function changePerson(request) {
    await forgetPages();
    try {
      return await fetch(request);
    } catch {
      return caches.match(fallback);
    } finally {
      await forgetPages();
    }
  }

  async function forgetPages() {
    persons++;
    await caches.delete(names.pages);
  }

  /**
   * Returns a page of the service, or the stored one, or the page that says that it needs the network.
   * @param {Request} request @param {URL} address @returns {Promise<Response | undefined>}
   */
  async function openPage(request, { pathname, search }) {
    if (request.method !== "GET" && ANOTHER_PERSON.test(pathname)) return changePerson(request);
    const person = persons;
    const isOwn = request.method === "GET" && !search; // a query may name another viewer
    const stored = isOwn && (await (await caches.open(names.pages)).match(pathname));
    try {
      const fresh = fetch(request).then(async (reply) => {
        if (isOwn) await keepPage(pathname, reply, person);
        return reply;
      });
      if (!stored) return await fresh;
      fresh.catch(() => undefined); // it may come too late
      return (await Promise.race([fresh, after(PATIENCE)])) ?? stored;
    } catch {
      return stored || (await caches.match(fallback));
    }
  }

  /** @param {Request} request */
  const readFile = async (request) => (await caches.match(request)) ?? fetch(request);
}

/** Resolves to nothing after some milliseconds. @param {number} milliseconds */
const after = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

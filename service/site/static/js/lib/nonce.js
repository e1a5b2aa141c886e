/** This browser's part in shuffles and lots: secret nonces that it commits to by a hash, and reveals later. */

const PREFIX = "recount.nonce."; // of keys in the storage; the hash follows
const LINKS = 64; // nonces under a hash: one for the deal, and one for each rewind
const MOST = 100; // hashes with stored secrets, the newest

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the SHA-256 of a text in hex. @param {string} text */
async function sha256(text) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}

/**
 * Returns the hash of new nonces, the last link of a chain: each link is the SHA-256 of the one before, and the first is
 * a stored secret. Returns an empty text in a browser that stores or hashes nothing.
 */
export async function commitNonces() {
  try {
    const secret = hex(crypto.getRandomValues(new Uint8Array(16)));
    let link = secret;
    for (let n = 0; n < LINKS; n++) link = await sha256(link);
    forgetOldest();
    localStorage.setItem(PREFIX + link, `${Date.now()} ${secret}`);
    return link;
  } catch {
    return "";
  }
}

/** Makes room for another secret. */
function forgetOldest() {
  const keys = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .sort((one, other) => parseInt(localStorage[one]) - parseInt(localStorage[other]));
  for (const key of keys.slice(0, Math.max(0, keys.length - MOST + 1))) localStorage.removeItem(key);
}

/**
 * Returns the nonce under `hash` whose SHA-256 is `published`, or an empty text. At first that is the hash itself, and
 * after a reveal the nonce that was revealed last.
 * @param {string} hash
 */
export async function findNonce(hash, published = hash) {
  let [, link] = (localStorage.getItem(PREFIX + hash) ?? "").split(" ");
  for (let n = 0; link && n < LINKS; n++) {
    const next = await sha256(link);
    if (next === published) return link;
    link = next;
  }
  return "";
}

const ready = new WeakSet(); // forms with a hash of their own for this submission

/** Sends the hash of new nonces with each form that has a field for it. */
export function commitForms() {
  addEventListener("submit", async (event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    const field = target.querySelector("input[name=nonce_hash]");
    if (!(field instanceof HTMLInputElement) || ready.delete(target)) return;
    event.preventDefault();
    field.value = await commitNonces();
    ready.add(target);
    setTimeout(() => target.requestSubmit(submitter)); // forms ignore it during the event
  });
}

/** Verification of webhooks (Standard Webhooks 1.0, symmetric signatures). */

const TOLERANCE_SECONDS = 300;

/** A message that the service did not sign, or signed too long ago. */
export class InvalidWebhook extends Error {
  override name = "InvalidWebhook";
}

/**
 * Returns the payload of a webhook; rejects with `InvalidWebhook` unless one of the secrets signed it.
 *
 * `body` is the body as it was received, byte for byte. `tolerance` is how many seconds the message may be off
 * this clock. Give the old and the new secret while a rotation is under way.
 */
export async function verifyWebhook<T = unknown>(
  body: Uint8Array | string,
  headers: Headers | Record<string, string>,
  secrets: string | string[],
  tolerance = TOLERANCE_SECONDS,
): Promise<T> {
  const given = new Headers(headers);
  const [id, sent, signatures] = ["id", "timestamp", "signature"].map((name) => given.get(`webhook-${name}`));
  if (!id || !signatures || !/^\d+$/.test(sent ?? ""))
    throw new InvalidWebhook("The headers webhook-id, -timestamp and -signature are not all there.");
  const age = Math.abs(Date.now() / 1000 - Number(sent));
  if (age > tolerance)
    throw new InvalidWebhook(
      `The message is ${age.toFixed()} s off this clock. At most ${tolerance} s are allowed.`,
    );
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const message = new TextEncoder().encode(`${id}.${sent}.${text}`);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  for (const secret of [secrets].flat()) {
    const key = await crypto.subtle.importKey("raw", bytes(secret.replace(/^whsec_/, "")), hmac, false, [
      "verify",
    ]);
    for (const signature of signatures.split(" ").filter((signature) => signature.startsWith("v1,")))
      if (await crypto.subtle.verify("HMAC", key, bytes(signature.slice(3)), message))
        return JSON.parse(text) as T;
  }
  throw new InvalidWebhook("No signature of the message is made with a secret given here.");
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

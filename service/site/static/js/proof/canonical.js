/** Canonical JSON (RFC 8785) of the values that facts are made of, and the bytes that are hashed and signed. */

/** Returns `value` as canonical JSON: keys in order, no white space. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    /** @param {string} key */
    const member = (key) => `${JSON.stringify(key)}:${canonical(value[key])}`;
    return `{${Object.keys(value).sort().map(member).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);

/** @param {Iterable<number>} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the bytes of the hex digits `text`, or nothing if it is invalid. @param {string} text */
export function unhex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Returns the bytes of the base64 `text`, or nothing if it is invalid. @param {string} text */
export function unbase64(text) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Returns pieces of bytes as one. @param {...Uint8Array} pieces */
export function joined(...pieces) {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Returns the SHA-256 of pieces of bytes. @param {...Uint8Array} pieces */
export async function sha256(...pieces) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...pieces)));
}

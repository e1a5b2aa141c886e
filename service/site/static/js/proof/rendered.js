/** Whether a drawing (scenes, sentences, words) is the one that the service made from a record. */

/** @import { MatchRecord } from "../contract.d.ts" */
/** @import { Finding } from "./verify.js" */

import { hex, sha256, unbase64, utf8 } from "./canonical.js";
import { noteHolds, readKey, Unable } from "./signatures.js";

/**
 * Returns the finding about the drawing in `text`, which `note` binds to `record` (see proof/verify.js).
 * @param {MatchRecord} record @param {string} text @param {string} note @returns {Promise<Finding>}
 */
export async function checkDrawing({ match, facts, keys }, text, note) {
  const what = "drawn";
  if (!globalThis.crypto?.subtle) return { what, holds: null };
  const [, of, head, digest] = note.split("\n");
  const same = hex(await sha256(utf8(text))) === hex(unbase64(digest ?? "") ?? []);
  if (!same || of !== match || head !== facts.at(-1)?.hash) return { what, holds: false };
  try {
    return {
      what,
      holds: await noteHolds(
        note,
        (await Promise.all(keys.map(readKey))).filter((key) => key !== null),
      ),
    };
  } catch (error) {
    if (error instanceof Unable) return { what, holds: null };
    throw error;
  }
}

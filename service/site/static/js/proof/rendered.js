/** Whether a drawing (scenes, sentences, words) is the one that the service made from a record. */

import { sha256, unbase64, utf8, hex } from "./canonical.js";
import { noteHolds, readKey, Unable } from "./signatures.js";

/** Returns what was found of the drawing in `text`, which `note` says was drawn from `record` (see proof/verify.js). */
export async function drawn({ match, facts, keys }, text, note) {
  const what = "drawn";
  if (!globalThis.crypto?.subtle) return { what, holds: null };
  const [, of, head, digest] = note.split("\n");
  const same = hex(await sha256(utf8(text))) === hex(unbase64(digest ?? "") ?? []);
  if (!same || of !== match || head !== facts.at(-1)?.hash) return { what, holds: false };
  try {
    return { what, holds: await noteHolds(note, (await Promise.all(keys.map(readKey))).filter(Boolean)) };
  } catch (error) {
    if (error instanceof Unable) return { what, holds: null };
    throw error;
  }
}

/**
 * Revocations of keys, signed statements that a key signs nothing from a time on.
 *
 * The holder of a stolen key sets any time in what it signs. So only the times of witnesses show that a note is older than the
 * revocation of its key.
 */

import { noteParts, readKey, signersOf } from "./signatures.js";
import { cosignersOf, isMet, requiredOf } from "./witnesses.js";

const KIND = "/revocation";
const SECONDS = /^(0|[1-9][0-9]{0,10})$/;

/** Returns the notes in the list of a service, with empty lines between, or throws. */
export function splitNotes(text) {
  const trimmed = text.replace(/^\n+|\n+$/g, "");
  const parts = trimmed ? trimmed.split("\n\n") : [];
  if (parts.length % 2) throw new Error("This is no list of revocations: each has a text and signatures.");
  const texts = parts.filter((_, index) => index % 2 === 0);
  const notes = texts.map((text, index) => `${text}\n\n${parts[2 * index + 1]}\n`);
  notes.forEach(readRevocation);
  return notes;
}

/** Returns the unverified statement in a note, or throws. */
function readRevocation(note) {
  const [origin, revoked, successor, since, end, ...others] = noteParts(note).text.split("\n");
  const isWhole = end === "" && !others.length && origin.endsWith(KIND) && SECONDS.test(since);
  if (!isWhole || readKey(revoked).text === readKey(successor).text)
    throw new Error("This is no revocation: origin, key, successor and time are wanted.");
  return { revoked, successor, since: Number(since) };
}

/**
 * Returns the trust of a reader with `named` keys who has the statements in notes, or throws.
 *
 * `keys` are the named ones and their successors, which sign for consistency alone: a thief names a successor too. The revoked key or a
 * named one has signed each statement that counts, and the earliest on a key counts.
 */
export function trustOf(named, notes = []) {
  const stated = new Map();
  for (const note of notes) {
    const statement = readRevocation(note);
    const { revoked, since } = statement;
    if (!signersOf(note, [readKey(revoked), ...named]).length) continue;
    if (!stated.has(revoked) || since < stated.get(revoked).since) stated.set(revoked, statement);
  }
  const texts = named.map(({ text }) => text);
  const revocations = new Map();
  for (const text of texts) {
    if (!stated.has(text) || revocations.has(text)) continue;
    revocations.set(text, stated.get(text));
    texts.push(stated.get(text).successor); // the loop comes to it
  }
  const successors = new Set(texts.slice(named.length));
  for (const { text } of named) successors.delete(text);
  return { named, keys: [...named, ...[...successors].map((text) => readKey(text))], revocations };
}

/** Returns a sentence for each revocation. */
export function describeRevocations({ revocations }) {
  return [...revocations.values()].map(({ revoked, successor, since }) => {
    const time = new Date(since * 1000).toISOString().replace(".000", "");
    return `The key ${revoked} is revoked from ${time} on. Its successor is ${successor}.`;
  });
}

/** Returns whether a key was revoked at a time in milliseconds since 1970. */
export function refuses({ revocations }, key, at) {
  return revocations.has(key) && at >= revocations.get(key).since * 1000;
}

/** Returns the doubt about a note with its sentence, if any, or throws. A `later` one refutes the signatures. */
export function doubtOf(note, { named, keys, revocations }, policy) {
  const signers = revocations.size ? signersOf(note, keys).map(({ text }) => text) : [];
  const isNamed = (signer) => named.some(({ text }) => text === signer);
  const revoked = signers.filter((signer) => isNamed(signer) && revocations.has(signer));
  if (!signers.length || signers.filter(isNamed).length > revoked.length) return undefined;
  const sinceOf = (signer) => revocations.get(signer).since;
  const key = revoked.reduce((last, each) => (last && sinceOf(each) <= sinceOf(last) ? last : each), "");
  const isDated = policy !== undefined && requiredOf(policy).threshold > 0;
  if (key && isDated && isMet(policy, cosignersOf(note, policy, sinceOf(key)))) return undefined;
  const other = signers.find((signer) => !isNamed(signer));
  if (other) {
    const { revoked } = [...revocations.values()].find(({ successor }) => successor === other);
    const sentence = `Signed by ${other}, which ${revoked} names as its successor: name that key as well.`;
    return { kind: "successor", sentence };
  }
  if (isDated && isMet(policy, cosignersOf(note, policy)))
    return {
      kind: "later",
      sentence: `Witnesses show signatures of ${key} from times after its revocation alone.`,
    };
  const sentence = `Signed by ${key} alone, and no witness shows a time before its revocation.`;
  return { kind: "undated", sentence };
}

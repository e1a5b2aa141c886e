/** Proofs for the log of heads, a Merkle tree (RFC 9162). */

import { canonical, sha256 } from "./bytes.js";

export const leafOf = (entry) => sha256(Buffer.from([0]), entry);
const node = (left, right) => sha256(Buffer.from([1]), left, right);

/** Returns the entry of a head. */
export const entryOf = (match, seq, head) => canonical({ match, seq, head });

const half = (number) => Math.floor(number / 2);

/** Returns whether a proof (hashes) leads from the hash of a leaf to the root. */
export function included(hash, leaf, size, path, root) {
  if (!(leaf >= 0 && leaf < size)) return false;
  let [at, last] = [leaf, size - 1];
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = node(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      hash = node(hash, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hash.equals(root);
}

/** Returns whether a proof (hashes) shows that the log with root `after` extends the log with root `before`. */
export function grew(old, now, before, after, proof) {
  if (!(old > 0 && old <= now)) return false;
  if (old === now) return proof.length === 0 && before.equals(after);
  const power = Number.isInteger(Math.log2(old));
  const path = power ? [before, ...proof] : [...proof];
  if (path.length === 0) return false;
  let [at, last] = [old - 1, now - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [first, second] = [path[0], path[0]];
  for (const sibling of path.slice(1)) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [first, second] = [node(sibling, first), node(sibling, second)];
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      second = node(second, sibling);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && first.equals(before) && second.equals(after);
}
